/** A key of an object, the place in an array, or every element of an array. */
export type PathStep = string | number | typeof everyElement;
export type JsonPath = readonly PathStep[];

/** No key and no place can be a boolean. */
export const everyElement = true;

/** Bounds what walks along a path. */
const maxSteps = 200;

/** A dot and a bare key; [12]; [*]; ["any key"] as in JSON; ['any key']. Each match begins where the last one ended. */
const nextStep = /\.([^.[\]]+)|\[(?:(\d{1,9})|(\*)|("(?:[^"\\]|\\.)*")|'([^']*)')\]/y;

/** `$` is the row itself, and may stand before any path. */
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

/** Reads `a.b[0].c[*]["odd.key"]`; null where the text is no path. */
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

/** Keys that read the same when they stand in a path as they are. */
const bareKey = /^[^.[\]"'\s$](?:[^.[\]"'\r\n]*[^.[\]"'\s])?$/;

/** The text that `parseJsonPath` reads as these steps. */
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

/** One step down; undefined where there is nothing. Only what the JSON itself holds: no lengths, no prototypes. */
function stepInto(value: unknown, step: string | number): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  if (typeof step === 'number') return Array.isArray(value) ? value[step] : undefined;
  if (Array.isArray(value)) return undefined;
  // Asking the object itself takes as long as reading it, so only keys that it could inherit are asked for.
  if (step in Object.prototype && !Object.hasOwn(value, step)) return undefined;
  return (value as Record<string, unknown>)[step];
}

/** The first thing that the path leads to from `start` on; undefined where there is none. */
export function firstAt(row: unknown, path: JsonPath, start = 0): unknown {
  let value = row;
  for (let at = start; at < path.length; at += 1) {
    const step = path[at] as PathStep;
    if (step === everyElement) return firstOfElements(value, path, at + 1);
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

/** Everything that the path leads to, in the order of the document. */
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
