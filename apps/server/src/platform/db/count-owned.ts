import type { Tx } from './database.ts';
import { rowCount } from './expressions.ts';

/** Counts a user's rows and locks the user, so that concurrent creations cannot exceed a limit. */
export async function lockAndCount(
  tx: Tx,
  table: 'external_api_tokens' | 'agent_secrets',
  userId: string,
): Promise<number> {
  await tx.selectFrom('users').where('id', '=', userId).forNoKeyUpdate().execute();
  const { count } = await tx
    .selectFrom(table)
    .select(rowCount)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}
