import { createClient } from '@warranty/contracts/client';

/** Calls an endpoint of our server by its contract, with the session cookie. */
export const call = createClient();
