import { checkedTokens } from '../../platform/secrets/checked-tokens.ts';

/** The prefix is what scanners for leaked secrets look for, and what the log leaves out. */
export const tokenForm = checkedTokens('wlt_');
