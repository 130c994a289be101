import type { AgentSecret } from '@warranty/contracts/agents';
import { AppError } from '../../platform/http/app-error.ts';
import { isUuid } from '../../platform/is-uuid.ts';
import { hashTokenHex } from '../../platform/secrets/checksummed-tokens.ts';
import { agentSecretFormat } from './secret-format.ts';
import type { SecretRow, SecretsStore } from './secrets.store.ts';

export interface SecretsServiceDeps {
  store: SecretsStore;
  secretsPerUser: number;
  /** Invalidates cached secrets. */
  changed(): void;
  /** Creates a recovery code if the user has none yet. */
  firstRecoveryCode(userId: string): Promise<string | null>;
}

interface CreatedSecret {
  secret: AgentSecret;
  rawSecret: string;
  message: string;
  recoveryCode: string | null;
}

export type SecretsService = ReturnType<typeof createSecretsService>;

export function createSecretsService({
  store,
  secretsPerUser,
  changed,
  firstRecoveryCode,
}: SecretsServiceDeps) {
  return {
    async list(userId: string): Promise<AgentSecret[]> {
      return (await store.list(userId)).map(toWire);
    },

    async create(userId: string, name: string): Promise<CreatedSecret> {
      const rawSecret = agentSecretFormat.create();
      const row = await store.transaction(async (tx) => {
        const count = await store.lockAndCount(tx, userId);
        if (count >= secretsPerUser) throw new AppError('too_many_secrets', { values: { count } });
        return store.create(tx, {
          userId,
          name,
          secretHash: hashTokenHex(rawSecret),
          masked: agentSecretFormat.masked(rawSecret),
        });
      });
      return {
        secret: toWire(row),
        rawSecret,
        message: "Secret created. Copy it now. It won't be shown again.",
        recoveryCode: await firstRecoveryCode(userId),
      };
    },

    async revoke(userId: string, id: string): Promise<{ message: string }> {
      if (!isUuid(id) || !(await store.remove(userId, id))) throw new AppError('not_found');
      changed();
      return { message: 'Secret revoked.' };
    },
  };
}

function toWire(row: SecretRow): AgentSecret {
  return {
    id: row.id,
    name: row.name,
    maskedSecret: row.masked,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    lastAgentId: row.lastAgentId,
  };
}
