import { createClient } from '@warranty/contracts/client';

/** Calls any endpoint of our own server by its contract, with the session's cookie. */
export const call = createClient();
