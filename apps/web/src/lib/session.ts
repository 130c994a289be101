import { useQuery } from '@tanstack/react-query';
import { RequestError } from '@warranty/contracts/client';
import { startSession } from '@warranty/contracts/session';
import { isDemoUserId, newDemoUserId } from '@warranty/domain/demo-user-id';
import { call } from './api.ts';

const storageKey = 'demo-user-id';

/** Session storage may be unavailable (private windows, policies); the session works without the label. */
function readLabel(): string | null {
  try {
    return sessionStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

/** Stores the user id that the server returned. */
export function keepSessionLabel(userId: string): void {
  try {
    sessionStorage.setItem(storageKey, userId);
  } catch {
    // The cookie is the credential; the label is not required.
  }
}

async function establish(): Promise<string> {
  const kept = readLabel();
  const label = isDemoUserId(kept)
    ? kept
    : newDemoUserId((length) => crypto.getRandomValues(new Uint8Array(length)));
  const { userId } = await call(startSession, { body: { demoUserId: label } });
  keepSessionLabel(userId);
  return userId;
}

let session: Promise<string> | null = null;

/** The user of this browser. Requested once; all callers share the same promise. */
export function establishSession(): Promise<string> {
  session ??= establish().catch((error: unknown) => {
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
