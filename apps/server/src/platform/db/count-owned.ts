import type { Db, Tx } from './database.ts';
import { rowCount } from './expressions.ts';

type OwnedTable = 'external_api_tokens' | 'agent_secrets' | 'api_keys';

export async function countOwned(db: Db | Tx, table: OwnedTable, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom(table)
    .select(rowCount)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Counts a user's rows and locks the user, so that concurrent creations cannot exceed a limit. */
export async function lockAndCount(tx: Tx, table: OwnedTable, userId: string): Promise<number> {
  await tx.selectFrom('users').where('id', '=', userId).forNoKeyUpdate().execute();
  return countOwned(tx, table, userId);
}
