import { AppError } from '../app-error.ts';

/**
 * Text that PostgreSQL cannot store: NUL, which its text types do not allow, and lone surrogates, which UTF-8 does not
 * allow and its JSON rejects. Checked here once, so that no feature has to.
 */
function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** JSON escapes of these characters; UTF-8 bytes contain none. Also matches valid surrogate pairs. */
const suspectEscape = /\\u(?:0000|[dD][89a-fA-F])/;

export function mayHoldUnstorable(json: string): boolean {
  return suspectEscape.test(json);
}

/** The path of the first such text, or null. */
function findUnstorable(value: unknown, path: string): string | null {
  if (typeof value === 'string') return isStorable(value) ? null : path;
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, member] of Object.entries(value)) {
    // Such a name is not repeated in the reply.
    const found = isStorable(name) ? findUnstorable(member, `${path}.${name}`) : path;
    if (found !== null) return found;
  }
  return null;
}

/** `parts` are the parts of a request by name. */
export function refuseUnstorable(parts: Record<string, unknown>): AppError | null {
  for (const [part, value] of Object.entries(parts)) {
    const path = findUnstorable(value, part);
    if (path === null) continue;
    const message = 'This contains a character that cannot be stored, such as NUL.';
    return new AppError('invalid_request', { details: [{ path, message }] });
  }
  return null;
}
