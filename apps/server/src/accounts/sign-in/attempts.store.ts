import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { OwnerId } from '../../platform/ownership/owner-id.ts';
import { attemptMinutes } from './sign-in.limits.ts';

const oldest = sql<Date>`now() - ${sql.lit(attemptMinutes)} * interval '1 minute'`;

export interface Attempt {
  attemptHash: Buffer;
  /** Of the cookie of the browser. */
  browserHash: Buffer;
  purpose: 'provider' | 'passkey' | 'new-passkey';
}

export interface Beginning {
  /** Whose new passkey it is, if the person is signed in. */
  personId?: OwnerId | undefined;
  /** Of the visitor who joins. */
  linkId?: string | undefined;
  /** The page that a sign-in with the provider leads to. */
  returnTo?: string | undefined;
}

export type AttemptStore = ReturnType<typeof createAttemptStore>;

/** Sign-ins that were started and not finished. */
export function createAttemptStore(db: Db) {
  return {
    async start({ attemptHash, browserHash, purpose, ...beginning }: Attempt & Beginning): Promise<void> {
      await db
        .insertInto('sign_in_attempts')
        .values({
          attempt_hash: attemptHash,
          browser_hash: browserHash,
          purpose,
          person_id: beginning.personId ?? null,
          link_id: beginning.linkId ?? null,
          return_to: beginning.returnTo ?? '/',
        })
        .execute();
    },

    /** Each can be finished once, by the browser that started it. */
    finish: ({ attemptHash, browserHash, purpose }: Attempt) =>
      db
        .deleteFrom('sign_in_attempts')
        .where('attempt_hash', '=', attemptHash)
        .where('browser_hash', '=', browserHash)
        .where('purpose', '=', purpose)
        .where('created_at', '>', oldest)
        .returning(['person_id as personId', 'link_id as linkId', 'return_to as returnTo'])
        .executeTakeFirst(),

    /** Returns the number of deleted attempts. */
    async deleteOld(limit: number): Promise<number> {
      const old = db
        .selectFrom('sign_in_attempts')
        .select('attempt_hash')
        .where('created_at', '<', oldest)
        .limit(limit);
      const { numDeletedRows } = await db
        .deleteFrom('sign_in_attempts')
        .where('attempt_hash', 'in', old)
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}
