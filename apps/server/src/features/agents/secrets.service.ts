import type { AgentSecret } from '@warranty/contracts/agents';
import type { Credentials } from '../../accounts/credentials/credentials.ts';
import type { Caller } from '../../platform/ownership/caller.ts';
import type { OwnerId } from '../../platform/ownership/owner-id.ts';
import type { SecretRow, SecretsStore } from './secrets.store.ts';

interface CreatedSecret {
  secret: AgentSecret;
  rawSecret: string;
  message: string;
  recoveryCode: string | null;
}

export type SecretsService = ReturnType<typeof createSecretsService>;

export function createSecretsService(store: SecretsStore, credentials: Credentials) {
  return {
    async list(owner: OwnerId): Promise<AgentSecret[]> {
      return (await store.list(owner)).map(toWire);
    },

    async create(caller: Caller, name: string, forSeveralAgents: boolean): Promise<CreatedSecret> {
      const { row, raw, ...shown } = await credentials.create(caller, (tx, sealed) =>
        store.create(tx, { owner: caller.owner, name, forSeveralAgents, ...sealed }),
      );
      return { secret: toWire(row), rawSecret: raw, ...shown };
    },

    revoke: credentials.revoke,

    async release(caller: Caller, id: string): Promise<{ message: string }> {
      await credentials.change(caller, id, { action: 'agent_secret.released' }, (tx) =>
        store.release(tx, caller.owner, id),
      );
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
