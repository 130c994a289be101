import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { OwnerId } from '../../platform/ownership/owner-id.ts';
import { attemptMinutes } from './sign-in.limits.ts';

const oldest = sql<Date>`now() - ${sql.lit(attemptMinutes)} * interval '1 minute'`;

export interface Attempt {
  attemptHash: Buffer;
  /** Of the cookie of the browser. */
  browserHash: Buffer;
  purpose: 'passkey' | 'new-passkey';
}

/** Whose new passkey it is: a person's who is signed in, or that of the visitor who has the link. */
interface Beginning {
  personId?: OwnerId | undefined;
  linkId?: string | undefined;
}

export type AttemptStore = ReturnType<typeof createAttemptStore>;

/** Sign-ins that were started and not finished. */
export function createAttemptStore(db: Db) {
  return {
    async start({ attemptHash, browserHash, purpose, personId, linkId }: Attempt & Beginning): Promise<void> {
      await db
        .insertInto('sign_in_attempts')
        .values({
          attempt_hash: attemptHash,
          browser_hash: browserHash,
          purpose,
          person_id: personId ?? null,
          link_id: linkId ?? null,
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
        .returning(['person_id as personId', 'link_id as linkId'])
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
