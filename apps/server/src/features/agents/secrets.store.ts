import { sql } from 'kysely';
import type { Db, Pool, Tx } from '../../platform/db/database.ts';
import { prepare } from '../../platform/db/prepared.ts';
import type { Caller } from '../../platform/http/route.ts';

export interface SecretRow {
  id: string;
  name: string;
  masked: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  lastAgentId: string | null;
}

/** The owner of a secret. */
export interface SecretHolder extends Caller {
  secretId: string;
}

export interface NewSecretRow {
  userId: string;
  name: string;
  /** Hex. */
  secretHash: string;
  masked: string;
}

const asBytes = (hex: string) => Buffer.from(hex, 'hex');

export type SecretsStore = ReturnType<typeof createSecretsStore>;

export function createSecretsStore(db: Db, pool: Pool) {
  const findHolders = prepare<SecretHolder & { hash: string }>(
    pool,
    'agent-secret-holders',
    `select encode(s.secret_hash, 'hex') as hash, s.id as "secretId", u.id as "userId", u.username
       from agent_secrets s join users u on u.id = s.user_id
      where s.secret_hash = any($1::bytea[]) and u.forgotten_at is null`,
  );
  return {
    transaction: <T>(work: (tx: Tx) => Promise<T>) => db.transaction().execute(work),

    async list(userId: string): Promise<SecretRow[]> {
      const { rows } = await sql<SecretRow>`
        select s.id, s.name, s.masked, s.created_at as "createdAt",
               used.created_at as "lastUsedAt", used.agent_id as "lastAgentId"
          from agent_secrets s
          left join lateral (
            select created_at, agent_id from agent_discovery_sessions
             where secret_id = s.id order by created_at desc limit 1) used on true
         where s.user_id = ${userId} order by s.created_at desc, s.id`.execute(db);
      return rows;
    },

    /** Locks the owner, so that concurrent creations cannot exceed the limit. */
    async lockAndCount(tx: Tx, userId: string): Promise<number> {
      await sql`select from users where id = ${userId} for no key update`.execute(tx);
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from agent_secrets where user_id = ${userId}`.execute(tx);
      return rows[0]?.count ?? 0;
    },

    async create(tx: Tx, { userId, name, secretHash, masked }: NewSecretRow): Promise<SecretRow> {
      const { rows } = await sql<SecretRow>`
        insert into agent_secrets (user_id, name, secret_hash, masked)
        values (${userId}, ${name}, ${asBytes(secretHash)}, ${masked})
        returning id, name, masked, created_at as "createdAt", null as "lastUsedAt", null as "lastAgentId"`.execute(
        tx,
      );
      return rows[0] as SecretRow;
    },

    /** Returns false if the user has no such secret. */
    async remove(userId: string, id: string): Promise<boolean> {
      const { numAffectedRows } =
        await sql`delete from agent_secrets where id = ${id} and user_id = ${userId}`.execute(db);
      return numAffectedRows === 1n;
    },

    /** The owners of the currently valid secrets with these hashes, in input order; null for other hashes. */
    async holders(hashes: string[]): Promise<(SecretHolder | null)[]> {
      const rows = await findHolders(hashes.map((hex) => `\\x${hex}`));
      const byHash = new Map(rows.map(({ hash, ...holder }) => [hash, holder]));
      return hashes.map((hash) => byHash.get(hash) ?? null);
    },
  };
}
