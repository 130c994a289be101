import { createTokenFormat } from '../../platform/secrets/checksummed-tokens.ts';

/** What an agent proves itself with. */
export const agentSecretFormat = createTokenFormat('wla_');
