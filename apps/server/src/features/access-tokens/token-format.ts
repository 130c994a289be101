import { createTokenFormat } from '../../platform/secrets/checksummed-tokens.ts';

/** Secret scanners search for this prefix, and the log redacts values that start with it. */
export const accessTokenFormat = createTokenFormat('wlt_');
