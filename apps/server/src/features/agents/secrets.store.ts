import { sql } from 'kysely';
import { countOwned, lockAndCount } from '../../platform/db/count-owned.ts';
import type { Db, Pool, Tx } from '../../platform/db/database.ts';
import { prepare } from '../../platform/db/prepared.ts';
import type { Caller } from '../../platform/http/route.ts';
import { holdersInOrder } from '../../platform/secrets/holders.ts';

export interface SecretRow {
  id: string;
  name: string;
  masked: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  lastAgentId: string | null;
  forSeveralAgents: boolean;
  boundAgentId: string | null;
}

/** The owner of a secret. */
export interface SecretHolder extends Caller {
  secretId: string;
}

export interface NewSecretRow {
  userId: string;
  name: string;
  forSeveralAgents: boolean;
  /** Hex. */
  secretHash: string;
  masked: string;
}

const asBytes = (hex: string) => Buffer.from(hex, 'hex');

const findHolders = prepare<SecretHolder & { hash: string }>(
  'agent-secret-holders',
  { hash: 'text', secretId: 'uuid', userId: 'uuid', username: 'text' },
  `select encode(s.secret_hash, 'hex') as hash, s.id as "secretId", u.id as "userId", u.username
     from agent_secrets s join users u on u.id = s.user_id
    where s.secret_hash = any($1::bytea[]) and u.forgotten_at is null`,
);

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

export function createSecretsStore(db: Db, pool: Pool) {
  return {
    transaction: <T>(work: (tx: Tx) => Promise<T>) => db.transaction().execute(work),

    list: (userId: string): Promise<SecretRow[]> =>
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
        .select(['used.created_at as lastUsedAt', 'used.agent_id as lastAgentId'])
        .where('s.user_id', '=', userId)
        .orderBy('s.created_at', 'desc')
        .orderBy('s.id')
        .execute(),

    count: (userId: string): Promise<number> => countOwned(db, 'agent_secrets', userId),

    lockAndCount: (tx: Tx, userId: string): Promise<number> => lockAndCount(tx, 'agent_secrets', userId),

    async create(
      tx: Tx,
      { userId, name, secretHash, masked, forSeveralAgents }: NewSecretRow,
    ): Promise<SecretRow> {
      const secret = await tx
        .insertInto('agent_secrets')
        .values({
          ...{ user_id: userId, name, secret_hash: asBytes(secretHash), masked },
          for_several_agents: forSeveralAgents,
        })
        .returning(['id', 'name', 'masked', 'created_at as createdAt'])
        .executeTakeFirstOrThrow();
      return { ...secret, forSeveralAgents, boundAgentId: null, lastUsedAt: null, lastAgentId: null };
    },

    /** Returns false if the user has no such secret. */
    async release(tx: Tx, userId: string, id: string): Promise<boolean> {
      const { numUpdatedRows } = await tx
        .updateTable('agent_secrets')
        .set({ agent_id: null })
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },

    /** Returns false if the user has no such secret. */
    async remove(tx: Tx, userId: string, id: string): Promise<boolean> {
      const { numDeletedRows } = await tx
        .deleteFrom('agent_secrets')
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .executeTakeFirst();
      return numDeletedRows === 1n;
    },

    /** The owners of the currently valid secrets with these hashes, in input order; null for other hashes. */
    holders: (hashes: string[]): Promise<(SecretHolder | null)[]> =>
      holdersInOrder((each) => findHolders(pool, each), hashes),
  };
}
