/** An object key, an array index, or every element of an array. */
export type PathStep = string | number | typeof everyElement;
export type JsonPath = readonly PathStep[];

/** A boolean, because neither a key nor an index can be one. */
export const everyElement = true;

/** Limits the work of code that walks a path. */
const maxSteps = 200;

/**
 * A dot and a bare key; [12]; [*]; ["any key"] as in JSON; ['any key']. Sticky: each match starts where the last one ended.
 */
const nextStep = /\.([^.[\]]+)|\[(?:(\d{1,9})|(\*)|("(?:[^"\\]|\\.)*")|'([^']*)')\]/y;

/** `$` is the row itself and may precede any path. */
function withoutRoot(text: string): string {
  if (text === '$') return '';
  if (text.startsWith('$.') || text.startsWith('$[')) return text.slice(1);
  return text.startsWith('[') ? text : `.${text}`;
}

function unquoted(text: string): string | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Parses `a.b[0].c[*]["odd.key"]`; null if the text is not a path. */
export function parseJsonPath(text: string): JsonPath | null {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  const rest = withoutRoot(trimmed);
  const steps: PathStep[] = [];
  let end = 0;
  while (end < rest.length) {
    nextStep.lastIndex = end;
    const match = nextStep.exec(rest);
    if (!match || steps.length === maxSteps) return null;
    const [all, bare, place, every, quoted, single] = match;
    const key = bare ?? single ?? (quoted === undefined ? null : unquoted(quoted));
    const step = every ? everyElement : place ? Number(place) : key;
    if (step === null) return null;
    steps.push(step);
    end += all.length;
  }
  return steps;
}

/** Keys that need no quotes in a path. */
const bareKey = /^[^.[\]"'\s$](?:[^.[\]"'\r\n]*[^.[\]"'\s])?$/;

/** The inverse of `parseJsonPath`. */
export function writeJsonPath(path: JsonPath): string {
  let text = '';
  for (const step of path) {
    if (step === everyElement) text += '[*]';
    else if (typeof step === 'number') text += `[${step}]`;
    else if (bareKey.test(step)) text += text === '' ? step : `.${step}`;
    else text += `[${JSON.stringify(step)}]`;
  }
  return text || '$';
}

/** One step down; undefined if there is nothing. Only own JSON values: no lengths, no prototypes. */
function stepInto(value: unknown, step: string | number): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  if (typeof step === 'number') return Array.isArray(value) ? value[step] : undefined;
  if (Array.isArray(value)) return undefined;
  // `hasOwn` takes as long as the read itself, so it is only called for keys that could be inherited.
  if (step in Object.prototype && !Object.hasOwn(value, step)) return undefined;
  return (value as Record<string, unknown>)[step];
}

/** The first match of the path, from step `start` on; undefined if there is none. */
export function firstAt(row: unknown, path: JsonPath, start = 0): unknown {
  let value = row;
  for (let index = start; index < path.length; index += 1) {
    const step = path[index] as PathStep;
    if (step === everyElement) return firstOfElements(value, path, index + 1);
    value = stepInto(value, step);
    if (value === undefined) return undefined;
  }
  return value;
}

function firstOfElements(value: unknown, path: JsonPath, start: number): unknown {
  if (!Array.isArray(value)) return undefined;
  for (const element of value) {
    const found = firstAt(element, path, start);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** All matches of the path, in document order. */
export function valuesAt(row: unknown, path: JsonPath): unknown[] {
  let found = [row];
  for (const step of path) {
    const next: unknown[] = [];
    for (const value of found) {
      if (step !== everyElement) {
        const below = stepInto(value, step);
        if (below !== undefined) next.push(below);
      } else if (Array.isArray(value)) for (const element of value) next.push(element);
    }
    found = next;
  }
  return found;
}
