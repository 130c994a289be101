import { useQuery } from '@tanstack/react-query';
import { RequestError } from '@warranty/contracts/core/client';
import type { ErrorCode } from '@warranty/contracts/core/errors';
import { type SessionReply, startSession } from '@warranty/contracts/session';
import { isDemoUserId, newDemoUserId } from '@warranty/domain/demo-user-id';
import { call } from '../../lib/api/api.ts';
import { isLostSession } from '../../lib/api/lost-session.ts';
import {
  addressIn,
  addressOf,
  handle,
  leaveFor,
  pageAddress,
  rememberOrganization,
} from '../../lib/browser/organization.ts';
import { readStored, store } from '../../lib/storage/stored-text.ts';

const storageKey = 'demo-user-id';
const ownerKey = 'last-user-id';

/** Who uses this page. The person is missing for a browser without a sign-in, the organization for a person who is in none. */
export interface Session extends SessionReply {
  /** Whom belongs what is stored in this browser. */
  owner: string;
}

/** Stores the user id that the server returned, for this tab and for what is saved in this browser while it is offline. */
export function keepSessionLabel(username: string, owner: string): void {
  // The cookie is the credential; the label is not required.
  store(storageKey, username, 'session');
  store(ownerKey, owner);
}

/** The last known user of this browser; null if there was none yet. Known without a network, unlike the session. */
export const readOwner = (): string | null => readStored(ownerKey);

let leaveUser = (): void => undefined;

/** Runs before another user takes over this browser, because the session has ended or the server has lost it. */
export function beforeUserChange(leave: () => void): void {
  leaveUser = leave;
}

/** Where a page is opened for which one has to sign in, and where it continues afterwards. */
export function signInAddress(code: ErrorCode | undefined): string {
  const query = new URLSearchParams({ to: addressOf(pageAddress()) });
  if (code === 'sign_in_ended') query.set('ended', '');
  return `/sign-in?${query}`;
}

async function askServer(): Promise<SessionReply> {
  const current = readStored(storageKey, 'session');
  const label = isDemoUserId(current)
    ? current
    : newDemoUserId((length) => crypto.getRandomValues(new Uint8Array(length)));
  try {
    return await call(startSession, { body: { demoUserId: label } });
  } catch (error) {
    if (isLostSession(error) && !isOrganizationUnknown(error)) return leaveFor(signInAddress(error.code));
    throw error;
  }
}

/** Continues the session of the cookie, or starts one. Unlike `establishSession`, it asks the server each time. */
export async function renewSession(): Promise<Session> {
  const reply = await askServer();
  const { userId: username, person, organizations = [] } = reply;
  const home = reply.organization ?? organizations[0];
  const isElsewhere = person ? handle === null && home !== undefined : handle !== null;
  if (isElsewhere) {
    rememberOrganization(home?.handle ?? null);
    return leaveFor(addressIn(home?.handle ?? null, pageAddress()));
  }
  rememberOrganization(handle);
  const owner = person ? `${username}/${person.id}` : username;
  const previous = readOwner();
  if (previous !== null && previous !== owner) leaveUser();
  keepSessionLabel(username, owner);
  return { ...reply, owner };
}

let session: Promise<Session> | null = null;

/** The user of this browser. Requested once; all callers share the same promise. */
export function establishSession(): Promise<Session> {
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

const isOrganizationUnknown = (error: unknown): boolean =>
  error instanceof RequestError && error.code === 'organization_unknown';

/** Whether a person has signed in, but is not in the organization of the address, or in none at all. */
export function useIsOutside(): boolean {
  const { data, error } = useSession();
  return isOrganizationUnknown(error) || Boolean(data?.person && !data.organization);
}

/**
 * Another tab forgot this browser, switched users or signed out, or an admin has removed the person: only a reload picks up the new
 * identity.
 */
export function isUserMismatch(error: unknown): boolean {
  if (isLostSession(error)) return true;
  return error instanceof RequestError && (error.code === 'no_session' || error.code === 'not_found');
}
