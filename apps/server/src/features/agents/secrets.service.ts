import type { AgentSecret } from '@warranty/contracts/agents';
import type { Credentials } from '../../accounts/credentials/credentials.ts';
import type { Caller } from '../../platform/ownership/caller.ts';
import type { OwnerId } from '../../platform/ownership/owner-id.ts';
import type { SecretRow, SecretsStore } from './secrets.store.ts';

export type SecretsService = ReturnType<typeof createSecretsService>;

export function createSecretsService(store: SecretsStore, credentials: Credentials) {
  return {
    async list(owner: OwnerId): Promise<AgentSecret[]> {
      return (await store.list(owner)).map(toWire);
    },

    async create(caller: Caller, name: string, forSeveralAgents: boolean) {
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

const toWire = ({ masked, createdAt, lastUsedAt, ...secret }: SecretRow): AgentSecret => ({
  ...secret,
  maskedSecret: masked,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
});
