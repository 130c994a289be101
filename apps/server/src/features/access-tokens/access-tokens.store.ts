import { type Generated, sql } from 'kysely';
import type { Db, Pool, Tx } from '../../platform/db/database.ts';
import { prepare } from '../../platform/db/prepared.ts';
import type { Caller } from '../../platform/http/route.ts';

type AccessTokenTables = {
  external_api_tokens: {
    id: Generated<string>;
    user_id: string;
    token_name: string;
    token_hash: Buffer;
    masked: string;
    is_active: Generated<boolean>;
    expires_at: Date | null;
    updated_at: Generated<Date>;
  };
};

export interface TokenRow {
  id: string;
  tokenName: string;
  isActive: boolean;
  createdAt: Date;
  expiresAt: Date | null;
  masked: string;
  usageCount: number;
  lastUsedAt: Date | null;
}

export interface NewTokenRow {
  userId: string;
  tokenName: string;
  /** Hex. */
  tokenHash: string;
  masked: string;
  expiresAt: Date | null;
}

/** The owner of a token. */
export interface TokenHolder extends Caller {
  tokenId: string;
}

/** Usage of a token by this process since the last flush. */
export interface TokenUse {
  tokenId: string;
  count: number;
  /** Milliseconds since the epoch. */
  lastUsedAt: number;
}

/** A share of a token's quota that a process claims. */
export interface QuotaRequest {
  tokenId: string;
  count: number;
}

export interface QuotaGrant {
  /** What all processes claimed in this window before this request. */
  takenBefore: number;
  secondsLeft: number;
}

const columns = sql`id, token_name as "tokenName", is_active as "isActive", created_at as "createdAt",
  expires_at as "expiresAt", masked, usage_count::float8 as "usageCount", last_used_at as "lastUsedAt"`;
const asBytes = (hex: string) => Buffer.from(hex, 'hex');

export type AccessTokensStore = ReturnType<typeof createAccessTokensStore>;

export function createAccessTokensStore(database: Db, pool: Pool) {
  const db = database.withTables<AccessTokenTables>();
  const findHolders = prepare<TokenHolder & { hash: string }>(
    pool,
    'token-holders',
    `select encode(t.token_hash, 'hex') as hash, t.id as "tokenId", u.id as "userId", u.username
       from external_api_tokens t join users u on u.id = t.user_id
      where t.token_hash = any($1::bytea[]) and t.is_active and u.forgotten_at is null
        and (t.expires_at is null or t.expires_at > now())`,
  );
  return {
    transaction: <T>(work: (tx: Tx) => Promise<T>) => database.transaction().execute(work),

    async list(userId: string): Promise<TokenRow[]> {
      const { rows } = await sql<TokenRow>`
        select ${columns} from external_api_tokens
         where user_id = ${userId} order by created_at desc, id`.execute(db);
      return rows;
    },

    /** Locks the owner, so that concurrent creations cannot exceed the limit. */
    async lockAndCount(tx: Tx, userId: string): Promise<number> {
      await sql`select from users where id = ${userId} for no key update`.execute(tx);
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from external_api_tokens where user_id = ${userId}`.execute(tx);
      return rows[0]?.count ?? 0;
    },

    async create(tx: Tx, token: NewTokenRow): Promise<TokenRow> {
      const { rows } = await sql<TokenRow>`
        insert into external_api_tokens (user_id, token_name, token_hash, masked, expires_at)
        values (${token.userId}, ${token.tokenName}, ${asBytes(token.tokenHash)}, ${token.masked}, ${token.expiresAt})
        returning ${columns}`.execute(tx);
      return rows[0] as TokenRow;
    },

    /** Returns false if the user has no such token. */
    async update(
      userId: string,
      id: string,
      change: { tokenName?: string | undefined; isActive?: boolean | undefined },
    ): Promise<boolean> {
      const { tokenName, isActive } = change;
      const { numUpdatedRows } = await db
        .updateTable('external_api_tokens')
        .set({ updated_at: sql`now()` })
        .$if(tokenName !== undefined, (query) => query.set({ token_name: tokenName ?? '' }))
        .$if(isActive !== undefined, (query) => query.set({ is_active: isActive ?? false }))
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },

    /** Returns false if the user has no such token. */
    async remove(userId: string, id: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('external_api_tokens')
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .executeTakeFirst();
      return numDeletedRows === 1n;
    },

    /** The owners of the currently valid tokens with these hashes, in input order; null for other hashes. */
    async holders(hashes: string[]): Promise<(TokenHolder | null)[]> {
      const rows = await findHolders(hashes.map((hex) => `\\x${hex}`));
      const byHash = new Map(rows.map(({ hash, ...holder }) => [hash, holder]));
      return hashes.map((hash) => byHash.get(hash) ?? null);
    },

    /** Expects `uses` sorted by id, so that two processes cannot deadlock. */
    async addUses(uses: TokenUse[]): Promise<void> {
      await sql`
        update external_api_tokens t
           set usage_count = t.usage_count + used.count, last_used_at = greatest(t.last_used_at, to_timestamp(used.at / 1000))
          from unnest(${uses.map(({ tokenId }) => tokenId)}::uuid[],
                      ${uses.map(({ count }) => count)}::bigint[],
                      ${uses.map(({ lastUsedAt }) => lastUsedAt)}::float8[]) as used (id, count, at)
         where t.id = used.id`.execute(database);
    },

    /** Claims quota from the current window or opens a new one. Returns null for a deleted token. */
    async draw(draws: QuotaRequest[], windowSeconds: number): Promise<(QuotaGrant | null)[]> {
      const { rows } = await sql<{ id: string; taken: number; secondsLeft: number; drawn: number }>`
        with asked as (
          select t.id, sum(asked.count)::int as count
            from unnest(${draws.map(({ tokenId }) => tokenId)}::uuid[],
                        ${draws.map(({ count }) => count)}::int[]) as asked (id, count)
            join external_api_tokens t on t.id = asked.id
           group by t.id order by t.id),
        drawn as (
          insert into access_token_windows as w (token_id, started_at, taken)
          select id, clock_timestamp(), count from asked order by id
          on conflict (token_id) do update set
            started_at = case when w.started_at <= clock_timestamp() - ${windowSeconds} * interval '1 second'
                              then excluded.started_at else w.started_at end,
            taken = excluded.taken +
                    case when w.started_at <= clock_timestamp() - ${windowSeconds} * interval '1 second'
                         then 0 else w.taken end
          returning token_id, started_at, taken)
        select asked.id, taken, asked.count as drawn,
               extract(epoch from started_at - clock_timestamp())::float8 + ${windowSeconds}::float8 as "secondsLeft"
          from drawn join asked on asked.id = token_id`.execute(database);
      const byId = new Map(rows.map(({ id, ...row }) => [id, row]));
      return draws.map(({ tokenId }) => {
        const row = byId.get(tokenId);
        return row ? { takenBefore: row.taken - row.drawn, secondsLeft: row.secondsLeft } : null;
      });
    },
  };
}
