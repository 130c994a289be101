/**
 * Whose cached answers may be used for a lookup: those of the server's own credentials, or of one user's keys. Answers of
 * the demo mode's simulator have scopes of their own, so that they are never returned as a vendor's.
 */
export const systemScope = (isDemo: boolean): string => (isDemo ? 'demo' : 'system');
export const ownScope = (userId: string, isDemo: boolean): string => (isDemo ? `demo:${userId}` : userId);

/** The user whose records are deleted with them; null for records of the server's own credentials. */
export function ownerOfScope(scope: string): string | null {
  if (scope === 'system' || scope === 'demo') return null;
  return scope.replace(/^demo:/, '');
}
