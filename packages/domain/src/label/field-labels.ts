import type { TextRow } from './text.ts';

export type Field = 'tag' | 'code' | 'serial' | 'asset' | 'part' | 'model' | 'lenovo-type';

interface Phrase {
  field: Field;
  letters: string;
  /** Maximum number of wrong, missing or extra letters. */
  slips: number;
}

/** Label texts that precede a value. Photos garble them, so long phrases are matched loosely. */
const phrases: readonly Phrase[] = [
  { field: 'code', letters: 'expressservicecode', slips: 5 },
  { field: 'code', letters: 'expresssvccode', slips: 4 },
  { field: 'code', letters: 'expsvccode', slips: 3 },
  { field: 'tag', letters: 'servicetag', slips: 3 },
  { field: 'tag', letters: 'svctag', slips: 1 },
  { field: 'asset', letters: 'assettag', slips: 2 },
  { field: 'serial', letters: 'serialnumber', slips: 3 },
  { field: 'serial', letters: 'serialno', slips: 2 },
  { field: 'serial', letters: 'serial', slips: 1 },
  { field: 'lenovo-type', letters: 'machinetypemodel', slips: 4 },
];

/** Too short for loose matching, so they must be separate words with label punctuation. */
const shortLabels: readonly { field: Field; form: RegExp }[] = [
  { field: 'serial', form: /(?<![a-z0-9])s ?[/|il1\\] ?[nh](?![a-z]{2})\s*[:;.#)]*/gi },
  { field: 'serial', form: /(?<![a-z0-9/])s[nh](?=[\s:;.#])\s*[:;.#]*/gi },
  { field: 'serial', form: /^\s*s[/|](?=[\s:;.])\s*[:;.#]*/gi },
  { field: 'tag', form: /(?<![a-z0-9])st\s*[:;.]/gi },
  { field: 'tag', form: /^\s*st(?=[0-9b-df-hj-np-tv-z]{7}\s*$)/gi },
  { field: 'tag', form: /(?<![a-z])(?<!asset\s?)tag\s*[:;.]/gi },
  { field: 'code', form: /(?<![a-z0-9])esc\s*[:;.]/gi },
  { field: 'part', form: /(?<![a-z0-9])d?p ?[/|] ?n\s*[:;.]*/gi },
  { field: 'part', form: /(?<![a-z0-9])prod(?:uct)?(?:\s*id)?\s*[:;.]+|(?<![a-z0-9])prod\s*id\b/gi },
  { field: 'model', form: /(?<![a-z0-9])(?:model(?:\s*no)?|pid(?:\s*vid)?)\s*[:;.]+/gi },
  { field: 'lenovo-type', form: /(?<![a-z0-9])(?:mtm|type)\b\s*[:;.]*/gi },
];

export interface FoundLabel {
  field: Field;
  start: number;
  /** Index of the first character after it in the row's text. */
  end: number;
}

const folded: Record<string, string> = {
  '1': 'i',
  '|': 'i',
  l: 'i',
  '!': 'i',
  '0': 'o',
  '5': 's',
  '9': 'g',
  '7': 't',
  '3': 'e',
  '8': 'b',
};
const fold = (char: string) => folded[char] ?? char;

interface Compact {
  letters: string;
  /** Index of each letter in the row's text. */
  at: number[];
}

function compact(text: string): Compact {
  const at: number[] = [];
  let letters = '';
  for (const [index, char] of [...text.toLowerCase()].entries()) {
    if (!/[a-z0-9|!]/.test(char)) continue;
    letters += fold(char);
    at.push(index);
  }
  return { letters, at };
}

interface Ending {
  slips: number;
  start: number;
}

/** For every position in the text: the fewest slips with which the phrase ends there, and where it starts. */
function endings(phrase: string, text: string): Ending[] {
  let column: Ending[] = Array.from({ length: phrase.length + 1 }, (_, i) => ({ slips: i, start: 0 }));
  const result: Ending[] = [];
  for (let t = 0; t < text.length; t++) {
    const next: Ending[] = [{ slips: 0, start: t + 1 }];
    for (let p = 0; p < phrase.length; p++) {
      const same = column[p] as Ending;
      const extra = column[p + 1] as Ending;
      const missing = next[p] as Ending;
      const options = [
        { slips: same.slips + (phrase[p] === text[t] ? 0 : 1), start: p === 0 ? t : same.start },
        { slips: extra.slips + 1, start: extra.start },
        { slips: missing.slips + 1, start: missing.start },
      ];
      next.push(options.reduce((a, b) => (b.slips < a.slips ? b : a)));
    }
    column = next;
    result.push(column[phrase.length] as Ending);
  }
  return result;
}

const isLetter = (char: string | undefined) => char !== undefined && /[a-z0-9]/i.test(char);

function findPhrase(
  text: string,
  { letters, at }: Compact,
  phrase: Phrase,
): (FoundLabel & { slips: number }) | null {
  const target = [...phrase.letters].map(fold).join('');
  let best: { slips: number; bounded: boolean; end: number; start: number } | null = null;
  for (const [index, { slips, start }] of endings(target, letters).entries()) {
    if (slips > phrase.slips) continue;
    const end = (at[index] ?? 0) + 1;
    const bounded = !isLetter(text[end]);
    const better = !best || slips < best.slips || (slips === best.slips && bounded && !best.bounded);
    if (better) best = { slips, bounded, end, start: at[start] ?? 0 };
  }
  return best && { field: phrase.field, start: best.start, end: best.end, slips: best.slips };
}

const overlaps = (a: FoundLabel, b: FoundLabel) => a.start < b.end && b.start < a.end;

/** The labels of a row without overlaps; those with the fewest slips take precedence. */
export function labelsIn({ text }: TextRow): FoundLabel[] {
  const found: FoundLabel[] = [];
  const add = (label: FoundLabel) => {
    if (!found.some((other) => overlaps(label, other))) found.push(label);
  };
  const letters = compact(text);
  const loose = phrases.map((phrase) => findPhrase(text, letters, phrase)).filter((label) => label !== null);
  for (const { field, start, end } of loose.toSorted((a, b) => a.slips - b.slips)) add({ field, start, end });
  for (const { field, form } of shortLabels) {
    for (const match of text.matchAll(form)) {
      add({ field, start: match.index, end: match.index + match[0].length });
    }
  }
  return found;
}
