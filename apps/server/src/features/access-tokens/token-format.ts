import { createTokenFormat } from '../../platform/secrets/checksummed-tokens.ts';

/** The prefix is what scanners for leaked secrets look for, and what the log leaves out. */
export const accessTokenFormat = createTokenFormat('wlt_');
