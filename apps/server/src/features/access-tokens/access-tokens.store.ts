import type { Scope } from '@warranty/contracts/access';
import type { updateAccessToken } from '@warranty/contracts/access-tokens';
import type { Parsed } from '@warranty/contracts/core/endpoint';
import { sql } from 'kysely';
import { createCredentialStore } from '../../accounts/credentials/credentials.store.ts';
import type { SealedCredential } from '../../accounts/credentials/credentials.ts';
import type { HasSignIn } from '../../accounts/sign-in-mode.ts';
import type { Db, Pool, Row, Tx } from '../../platform/db/database.ts';
import { now } from '../../platform/db/expressions.ts';
import { rawQuery } from '../../platform/db/raw-query.ts';
import type { OwnerId } from '../../platform/ownership/owner-id.ts';

export interface NewTokenRow extends SealedCredential {
  owner: OwnerId;
  tokenName: string;
  expiresAt: Date | null;
  scopes: readonly Scope[];
  /** The member who answers for a token of an organization. */
  createdBy: string | null;
}

type TokenChange = Parsed<typeof updateAccessToken>['body'];

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

const columns = [
  'id',
  'token_name as tokenName',
  'is_active as isActive',
  'created_at as createdAt',
  'masked',
  'scopes',
  'expires_at as expiresAt',
  'last_used_at as lastUsedAt',
  sql<number>`usage_count::float8`.as('usageCount'),
  'created_by as createdBy',
] as const;
export type TokenRow = Row<'external_api_tokens', typeof columns>;

const table = {
  kind: 'token',
  name: 'external_api_tokens',
  ownerColumn: 'user_id',
  hashColumn: 'token_hash',
  // A token of an organization stops when the member who answers for it leaves, is suspended or is deleted.
  isUsable: `c.is_active and (c.expires_at is null or c.expires_at > now())
        and (users.kind <> 'organization' or exists (
          select from users member where member.id = c.created_by and member.suspended_at is null
             and member.forgotten_at is null))`,
  scopes: 'c.scopes',
} as const;

const claimQuota = rawQuery<
  { id: string; taken: number; claimed: number; secondsLeft: number },
  { ids: string[]; counts: number[]; windowSeconds: number }
>(
  { id: 'uuid', taken: 'int4', claimed: 'int4', secondsLeft: 'float8' },
  ({ ids, counts, windowSeconds }) => sql`
    with asked as (
      select t.id, sum(asked.count)::int as count
        from unnest(${ids}::uuid[], ${counts}::int[]) as asked (id, count)
        join external_api_tokens t on t.id = asked.id
       group by t.id order by t.id),
    claimed as (
      insert into access_token_windows as w (token_id, started_at, taken)
      select id, clock_timestamp(), count from asked order by id
      on conflict (token_id) do update set
        started_at = case when w.started_at <= clock_timestamp() - ${windowSeconds} * interval '1 second'
                          then excluded.started_at else w.started_at end,
        taken = excluded.taken +
                case when w.started_at <= clock_timestamp() - ${windowSeconds} * interval '1 second'
                     then 0 else w.taken end
      returning token_id, started_at, taken)
    select asked.id, taken, asked.count as claimed,
           extract(epoch from started_at - clock_timestamp())::float8 + ${windowSeconds}::float8 as "secondsLeft"
      from claimed join asked on asked.id = token_id`,
);

export type AccessTokensStore = ReturnType<typeof createAccessTokensStore>;

export function createAccessTokensStore(db: Db, pool: Pool, options: HasSignIn) {
  return {
    ...createCredentialStore(db, pool, table, options),

    list: (owner: OwnerId) =>
      db
        .selectFrom('external_api_tokens')
        .select(columns)
        .where('user_id', '=', owner)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .execute(),

    create: (tx: Tx, token: NewTokenRow) =>
      tx
        .insertInto('external_api_tokens')
        .values({
          user_id: token.owner,
          token_name: token.tokenName,
          token_hash: token.hash,
          masked: token.masked,
          expires_at: token.expiresAt,
          scopes: [...token.scopes],
          created_by: token.createdBy,
        })
        .returning(columns)
        .executeTakeFirstOrThrow(),

    /** Returns false if the owner has no such token. */
    async update(tx: Tx, owner: OwnerId, id: string, { tokenName, isActive }: TokenChange): Promise<boolean> {
      const { numUpdatedRows } = await tx
        .updateTable('external_api_tokens')
        .set({ updated_at: now, token_name: tokenName, is_active: isActive })
        .where('id', '=', id)
        .where('user_id', '=', owner)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },

    /** Returns false if the owner has no such token. */
    async setCreator(tx: Tx, owner: OwnerId, id: string, person: string): Promise<boolean> {
      const { numUpdatedRows } = await tx
        .updateTable('external_api_tokens')
        .set({ created_by: person })
        .where('id', '=', id)
        .where('user_id', '=', owner)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },

    /** Expects `uses` sorted by id, so that two processes cannot deadlock. */
    async addUses(uses: TokenUse[]): Promise<void> {
      await sql`
        update external_api_tokens t
           set usage_count = t.usage_count + used.count, last_used_at = greatest(t.last_used_at, to_timestamp(used.at / 1000))
          from unnest(${uses.map(({ tokenId }) => tokenId)}::uuid[],
                      ${uses.map(({ count }) => count)}::bigint[],
                      ${uses.map(({ lastUsedAt }) => lastUsedAt)}::float8[]) as used (id, count, at)
         where t.id = used.id`.execute(db);
    },

    /** Claims quota from the current window or opens a new one. Returns null for a deleted token. */
    async claim(claims: QuotaRequest[], windowSeconds: number): Promise<(QuotaGrant | null)[]> {
      const ids = claims.map(({ tokenId }) => tokenId);
      const counts = claims.map(({ count }) => count);
      const rows = await claimQuota(db, { ids, counts, windowSeconds });
      const byId = new Map(rows.map(({ id, ...row }) => [id, row]));
      return claims.map(({ tokenId }) => {
        const row = byId.get(tokenId);
        return row ? { takenBefore: row.taken - row.claimed, secondsLeft: row.secondsLeft } : null;
      });
    },
  };
}
