import { type Call, createClient } from '@warranty/contracts/core/client';
import { organizationHeaders as headers } from '../browser/organization.ts';
import { checkConnection, watchedFetch } from './connection.ts';
import { noteLostSession } from './lost-session.ts';

const send = createClient({ headers, fetch: watchedFetch });

/** Calls an endpoint of our server by its contract, with the session cookie. */
export const call: Call = (endpoint, ...input) => send(endpoint, ...input).catch(noteLostSession);

/** The same, for a call that has to reach the server even if the page is left at this moment. */
export const callOnLeave = createClient({
  headers,
  fetch: (url, init) => fetch(url, { ...init, keepalive: true }),
});

/** Whether a call failed because the server cannot be reached at all. */
export async function isConnectionLost(error: unknown): Promise<boolean> {
  return error instanceof TypeError && !(await checkConnection());
}
