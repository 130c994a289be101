import { useQuery } from '@tanstack/react-query';
import { RequestError } from '@warranty/contracts/client';
import { startSession } from '@warranty/contracts/session';
import { isDemoUserId, newDemoUserId } from '@warranty/domain/demo-user-id';
import { call } from './api.ts';

const storageKey = 'demo-user-id';

/** Session storage can be closed to us (private windows, policies); the session works without the label. */
function readLabel(): string | null {
  try {
    return sessionStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

/** Where the server has told who this browser is. */
export function keepSessionLabel(userId: string): void {
  try {
    sessionStorage.setItem(storageKey, userId);
  } catch {
    // The cookie is the credential; nothing depends on the label.
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

/** The user of this browser. Asked for once; every screen that needs it waits for the same promise. */
export function establishSession(): Promise<string> {
  session ??= establish().catch((error: unknown) => {
    // The next one to ask tries again.
    session = null;
    throw error;
  });
  return session;
}

/** The same for a screen that waits: "Connecting..." until it is there, and its own sentence when it fails. */
export function useSession() {
  return useQuery({ queryKey: ['session'], queryFn: establishSession });
}

/** Another tab forgot this browser, or came back as somebody else: only a page loaded anew knows who it is. */
export function isUserMismatch(error: unknown): boolean {
  return error instanceof RequestError && (error.code === 'no_session' || error.code === 'not_found');
}
