import { AppError } from './app-error.ts';

/**
 * Text that PostgreSQL cannot keep: the character NUL, which none of its texts holds, and halves of a surrogate pair,
 * which no UTF-8 holds and its JSON refuses. Found here once, it needs no look in any feature.
 */
function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** How JSON writes such characters; bytes of UTF-8 hold none. True also where two halves make a whole. */
const suspectEscape = /\\u(?:0000|[dD][89a-fA-F])/;

export function mayHoldUnstorable(json: string): boolean {
  return suspectEscape.test(json);
}

/** Where such a text is, or null. */
function findUnstorable(value: unknown, path: string): string | null {
  if (typeof value === 'string') return isStorable(value) ? null : path;
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, member] of Object.entries(value)) {
    // A name of that kind is not repeated in the answer.
    const found = isStorable(name) ? findUnstorable(member, `${path}.${name}`) : path;
    if (found !== null) return found;
  }
  return null;
}

/** By the names of the parts of a request. */
export function refuseUnstorable(parts: Record<string, unknown>): AppError | null {
  for (const [part, value] of Object.entries(parts)) {
    const path = findUnstorable(value, part);
    if (path === null) continue;
    const message = 'This holds a character that cannot be stored, such as NUL.';
    return new AppError('invalid_request', { details: [{ path, message }] });
  }
  return null;
}
