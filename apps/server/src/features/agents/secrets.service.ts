import type { AgentSecret } from '@warranty/contracts/agents';
import { type HasNames, withCreators } from '../../accounts/creators.ts';
import type { Credentials } from '../../accounts/credentials/credentials.ts';
import { type Caller, personOf } from '../../platform/ownership/caller.ts';
import type { SecretRow, SecretsStore } from './secrets.store.ts';

export type SecretsService = ReturnType<typeof createSecretsService>;

export function createSecretsService(store: SecretsStore, credentials: Credentials, names: HasNames) {
  const present = async (caller: Caller, rows: readonly SecretRow[]): Promise<AgentSecret[]> =>
    (await withCreators(caller, rows, names)).map(toWire);

  return {
    list: async (caller: Caller): Promise<AgentSecret[]> => present(caller, await store.list(caller.owner)),

    async create(caller: Caller, name: string, forSeveralAgents: boolean) {
      const { row, raw, ...shown } = await credentials.create(caller, (tx, sealed) =>
        store.create(tx, {
          ...{ owner: caller.owner, name, forSeveralAgents, createdBy: personOf(caller) },
          ...sealed,
        }),
      );
      const [secret] = (await present(caller, [row])) as [AgentSecret];
      return { secret, rawSecret: raw, ...shown };
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

type Presented = Omit<SecretRow, 'createdBy'> & { createdBy?: string | null };

const toWire = ({ masked, createdAt, lastUsedAt, ...secret }: Presented): AgentSecret => ({
  ...secret,
  maskedSecret: masked,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
});
