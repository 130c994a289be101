import { createClient } from '@warranty/contracts/client';

/** Calls an endpoint of our server by its contract, with the session cookie. */
export const call = createClient();

/** The same, for a call that has to reach the server even if the page is left at this moment. */
export const callOnLeave = createClient({
  fetch: (url, init) => fetch(url, { ...init, keepalive: true }),
});
