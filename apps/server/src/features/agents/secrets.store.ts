import { sql } from 'kysely';
import { createCredentialStore } from '../../accounts/credentials/credentials.store.ts';
import type { SealedCredential } from '../../accounts/credentials/credentials.ts';
import type { HasSignIn } from '../../accounts/sign-in-mode.ts';
import type { Db, Pool, Tx } from '../../platform/db/database.ts';
import type { OwnerId } from '../../platform/ownership/owner-id.ts';

export interface SecretRow {
  id: string;
  name: string;
  masked: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  lastAgentId: string | null;
  forSeveralAgents: boolean;
  boundAgentId: string | null;
  createdBy: string | null;
}

export interface NewSecretRow extends SealedCredential {
  owner: OwnerId;
  name: string;
  forSeveralAgents: boolean;
  createdBy: string | null;
}

const table = {
  kind: 'agent',
  name: 'agent_secrets',
  ownerColumn: 'owner',
  hashColumn: 'secret_hash',
  isUsable: 'true',
  scopes: 'null::text[]',
} as const;

/**
 * Parts of a WITH clause that bind an unbound secret to the agent. `allowed` has a row if the agent may use the secret. Of
 * two agents that use a new secret concurrently, only one may.
 */
export const bindSecretSql = ({ secretId, agentId }: { secretId: string; agentId: string }) => `
  bound as (
    update agent_secrets set agent_id = ${agentId}
     where id = ${secretId} and agent_id is null and not for_several_agents
    returning id),
  allowed as (
    select from agent_secrets
     where id = ${secretId} and (for_several_agents or agent_id = ${agentId} or exists (select from bound)))`;

export type SecretsStore = ReturnType<typeof createSecretsStore>;

export function createSecretsStore(db: Db, pool: Pool, options: HasSignIn) {
  return {
    ...createCredentialStore(db, pool, table, options),

    list: (owner: OwnerId): Promise<SecretRow[]> =>
      db
        .selectFrom('agent_secrets as s')
        .leftJoinLateral(
          (from) =>
            from
              .selectFrom('agent_discovery_sessions')
              .select(['created_at', 'agent_id'])
              .whereRef('secret_id', '=', 's.id')
              .orderBy('created_at', 'desc')
              .limit(sql.lit(1))
              .as('used'),
          (join) => join.onTrue(),
        )
        .select(['s.id', 's.name', 's.masked', 's.created_at as createdAt'])
        .select(['s.for_several_agents as forSeveralAgents', 's.agent_id as boundAgentId'])
        .select('s.created_by as createdBy')
        .select(['used.created_at as lastUsedAt', 'used.agent_id as lastAgentId'])
        .where('s.owner', '=', owner)
        .orderBy('s.created_at', 'desc')
        .orderBy('s.id')
        .execute(),

    async create(tx: Tx, { hash, createdBy, ...row }: NewSecretRow): Promise<SecretRow> {
      const { owner, name, masked, forSeveralAgents } = row;
      const secret = await tx
        .insertInto('agent_secrets')
        .values({
          ...{ owner, name, secret_hash: hash, masked },
          ...{ for_several_agents: forSeveralAgents, created_by: createdBy },
        })
        .returning(['id', 'name', 'masked', 'created_at as createdAt'])
        .executeTakeFirstOrThrow();
      const unused = { boundAgentId: null, lastUsedAt: null, lastAgentId: null };
      return { ...secret, ...unused, forSeveralAgents, createdBy };
    },

    /** Returns false if the owner has no such secret. */
    async release(tx: Tx, owner: OwnerId, id: string): Promise<boolean> {
      const { numUpdatedRows } = await tx
        .updateTable('agent_secrets')
        .set({ agent_id: null })
        .where('id', '=', id)
        .where('owner', '=', owner)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },
  };
}
