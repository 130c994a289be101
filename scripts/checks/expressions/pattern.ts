// Parses a regular expression into the parts needed to generate texts that it almost matches.

export type Pattern =
  /** One character, however it is written: a letter, an escape, a class. */
  | { kind: 'set'; source: string }
  /** Consecutive single characters. */
  | { kind: 'letters'; sources: string[] }
  | { kind: 'sequence'; items: Pattern[] }
  | { kind: 'choice'; options: Pattern[] }
  | { kind: 'repeat'; item: Pattern; min: number; max: number }
  /** A lookahead or lookbehind, which consumes nothing. */
  | { kind: 'look'; item: Pattern }
  /** An anchor or a reference to a group. */
  | { kind: 'nothing' };

const opening = /\((?:\?(?::|<[A-Za-z_$][\w$]*>|(<?[=!])))?/y;
const quantifier = /(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/y;
const anchor = /[$^]|\\[bB]|\\[1-9]\d*|\\k<\w+>/y;
const characterSet =
  /\[(?:[^\]\\]|\\.)*\]|\\[pP]\{[^}]*\}|\\u\{[0-9A-Fa-f]+\}|\\u[0-9A-Fa-f]{4}|\\x[0-9A-Fa-f]{2}|\\?./suy;

const bounds: Record<string, [number, number]> = {
  '*': [0, Number.POSITIVE_INFINITY],
  '+': [1, Number.POSITIVE_INFINITY],
  '?': [0, 1],
};

function boundsOf([, mark, min = '', comma, max = '']: RegExpExecArray): [number, number] {
  if (mark !== undefined) return bounds[mark] ?? [1, 1];
  if (comma === undefined) return [Number(min), Number(min)];
  return [Number(min), max === '' ? Number.POSITIVE_INFINITY : Number(max)];
}

const letter = /^(?:[^.[\\]|\\[^dDsSwWpP])$/;

function joinLetters(items: readonly Pattern[]): Pattern[] {
  const joined: Pattern[] = [];
  for (const item of items) {
    const last = joined.at(-1);
    if (item.kind !== 'set' || !letter.test(item.source)) joined.push(item);
    else if (last?.kind === 'letters') last.sources.push(item.source);
    else joined.push({ kind: 'letters', sources: [item.source] });
  }
  return joined;
}

export function parsePattern(source: string): Pattern {
  let at = 0;

  function take(form: RegExp): RegExpExecArray | null {
    form.lastIndex = at;
    const found = form.exec(source);
    if (found) at += found[0].length;
    return found;
  }

  function readChoice(): Pattern {
    const options = [readSequence()];
    while (source[at] === '|') {
      at += 1;
      options.push(readSequence());
    }
    return { kind: 'choice', options };
  }

  function readSequence(): Pattern {
    const items: Pattern[] = [];
    while (at < source.length && source[at] !== '|' && source[at] !== ')') items.push(readRepeat());
    return { kind: 'sequence', items: joinLetters(items) };
  }

  function readRepeat(): Pattern {
    const item = readItem();
    const found = take(quantifier);
    if (!found) return item;
    const [min, max] = boundsOf(found);
    return { kind: 'repeat', item, min, max };
  }

  function readItem(): Pattern {
    const group = take(opening);
    if (group) {
      const item = readChoice();
      at += 1;
      return group[1] === undefined ? item : { kind: 'look', item };
    }
    if (take(anchor)) return { kind: 'nothing' };
    const set = take(characterSet);
    if (!set) throw new Error(`cannot parse ${source} at character ${at}`);
    return { kind: 'set', source: set[0] };
  }

  const whole = readChoice();
  if (at !== source.length) throw new Error(`cannot parse ${source} at character ${at}`);
  return whole;
}
