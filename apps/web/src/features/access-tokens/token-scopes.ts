import type { Scope } from '@warranty/contracts/access';

/** Offered first for a new token: it changes nothing. */
export const readAndLookUp: Scope[] = ['lookup', 'runs:read', 'discoveries:read'];

const words: Record<Scope, string> = {
  lookup: 'look up',
  'runs:read': 'read runs',
  'runs:write': 'change runs',
  'discoveries:read': 'read scans',
};

/** What a token may do, in a few words. A scope of a later version of the server is shown by its name. */
export function scopesInWords(scopes: readonly string[]): string {
  return scopes.map((scope) => words[scope as Scope] ?? scope).join(', ');
}
