import { checkedTokens } from '../../platform/secrets/checked-tokens.ts';

/** What an agent proves itself with. */
export const secretForm = checkedTokens('wla_');
