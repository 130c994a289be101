import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { now } from '../../platform/db/expressions.ts';

/** How long a sign-in may take. */
const attemptMinutes = 10;

export function createSignInStore(db: Db) {
  return {
    /** Returns the number of deleted links. */
    async deleteExpiredLinks(limit: number): Promise<number> {
      const expired = db.selectFrom('one_time_links').select('id').where('expires_at', '<', now).limit(limit);
      const { numDeletedRows } = await db
        .deleteFrom('one_time_links')
        .where('id', 'in', expired)
        .executeTakeFirst();
      return Number(numDeletedRows);
    },

    /** Returns the number of deleted attempts. */
    async deleteOldAttempts(limit: number): Promise<number> {
      const old = db
        .selectFrom('sign_in_attempts')
        .select('attempt_hash')
        .where('created_at', '<', sql<Date>`now() - ${attemptMinutes} * interval '1 minute'`)
        .limit(limit);
      const { numDeletedRows } = await db
        .deleteFrom('sign_in_attempts')
        .where('attempt_hash', 'in', old)
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}
