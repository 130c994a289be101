import { useQuery } from '@tanstack/react-query';
import { RequestError } from '@warranty/contracts/core/client';
import { startSession } from '@warranty/contracts/session';
import { isDemoUserId, newDemoUserId } from '@warranty/domain/demo-user-id';
import { call } from '../../lib/api/api.ts';
import { readStored, store } from '../../lib/storage/stored-text.ts';

const storageKey = 'demo-user-id';
const ownerKey = 'last-user-id';

/** Stores the user id that the server returned, for this tab and for what is saved in this browser while it is offline. */
export function keepSessionLabel(username: string): void {
  // The cookie is the credential; the label is not required.
  store(storageKey, username, 'session');
  store(ownerKey, username);
}

/** The last known user of this browser; null if there was none yet. Known without a network, unlike the session. */
export const readOwner = (): string | null => readStored(ownerKey);

let leaveUser = (): void => undefined;

/** Runs before another user takes over this browser, because the session has ended or the server has lost it. */
export function beforeUserChange(leave: () => void): void {
  leaveUser = leave;
}

/** Continues the session of the cookie, or starts one. Unlike `establishSession`, it asks the server each time. */
export async function renewSession(): Promise<string> {
  const current = readStored(storageKey, 'session');
  const label = isDemoUserId(current)
    ? current
    : newDemoUserId((length) => crypto.getRandomValues(new Uint8Array(length)));
  const { userId: username } = await call(startSession, { body: { demoUserId: label } });
  const previous = readOwner();
  if (previous !== null && previous !== username) leaveUser();
  keepSessionLabel(username);
  return username;
}

let session: Promise<string> | null = null;

/** The user of this browser. Requested once; all callers share the same promise. */
export function establishSession(): Promise<string> {
  session ??= renewSession().catch((error: unknown) => {
    // The next caller retries.
    session = null;
    throw error;
  });
  return session;
}

/** The same as a query, for pages that show "Connecting..." while it loads and their own message if it fails. */
export function useSession() {
  return useQuery({ queryKey: ['session'], queryFn: establishSession });
}

/** Another tab forgot this browser or switched users; only a reload picks up the new identity. */
export function isUserMismatch(error: unknown): boolean {
  return error instanceof RequestError && (error.code === 'no_session' || error.code === 'not_found');
}
