import { createTokenFormat } from '../../platform/secrets/checksummed-tokens.ts';

/** The credential of an agent. */
export const agentSecretFormat = createTokenFormat('wla_');
