import type { AgentSecret } from '@warranty/contracts/agents';
import type { Audit } from '../../platform/audit/audit.ts';
import type { ActingCaller } from '../../platform/http/acting-caller.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { isUuid } from '../../platform/is-uuid.ts';
import { hashTokenHex } from '../../platform/secrets/checksummed-tokens.ts';
import { agentSecretFormat } from './secret-format.ts';
import type { SecretRow, SecretsStore } from './secrets.store.ts';

export interface SecretsServiceDeps {
  store: SecretsStore;
  audit: Pick<Audit, 'record'>;
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
  audit,
  secretsPerUser,
  changed,
  firstRecoveryCode,
}: SecretsServiceDeps) {
  return {
    async list(userId: string): Promise<AgentSecret[]> {
      return (await store.list(userId)).map(toWire);
    },

    async create(
      { userId, actor }: ActingCaller,
      name: string,
      forSeveralAgents: boolean,
    ): Promise<CreatedSecret> {
      const rawSecret = agentSecretFormat.create();
      const row = await store.transaction(async (tx) => {
        const count = await store.lockAndCount(tx, userId);
        if (count >= secretsPerUser) throw new AppError('too_many_secrets', { values: { count } });
        const created = await store.create(tx, {
          userId,
          name,
          forSeveralAgents,
          secretHash: hashTokenHex(rawSecret),
          masked: agentSecretFormat.masked(rawSecret),
        });
        await audit.record(tx, actor, { action: 'agent_secret.created', targetId: created.id });
        return created;
      });
      return {
        secret: toWire(row),
        rawSecret,
        message: "Secret created. Copy it now. It won't be shown again.",
        recoveryCode: await firstRecoveryCode(userId),
      };
    },

    async revoke({ userId, actor }: ActingCaller, id: string): Promise<{ message: string }> {
      if (!isUuid(id)) throw new AppError('not_found');
      await store.transaction(async (tx) => {
        if (!(await store.remove(tx, userId, id))) throw new AppError('not_found');
        await audit.record(tx, actor, { action: 'agent_secret.revoked', targetId: id });
      });
      changed();
      return { message: 'Secret revoked.' };
    },

    async release({ userId, actor }: ActingCaller, id: string): Promise<{ message: string }> {
      if (!isUuid(id)) throw new AppError('not_found');
      await store.transaction(async (tx) => {
        if (!(await store.release(tx, userId, id))) throw new AppError('not_found');
        await audit.record(tx, actor, { action: 'agent_secret.released', targetId: id });
      });
      changed();
      return { message: 'The next agent that uses this secret becomes its only one.' };
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
    forSeveralAgents: row.forSeveralAgents,
    boundAgentId: row.boundAgentId,
  };
}
