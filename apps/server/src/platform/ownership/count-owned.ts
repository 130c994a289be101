import type { Db, Tx } from '../db/database.ts';
import { rowCount } from '../db/expressions.ts';
import type { OwnerId } from './owner-id.ts';
import type { StoredTable } from './stored-table.ts';

type OwnedRows = Pick<StoredTable, 'name' | 'ownerColumn'>;

export async function countOwned(db: Db | Tx, rows: OwnedRows, owner: OwnerId): Promise<number> {
  const { count } = await db
    .selectFrom(rows.name as 'api_keys')
    .select(rowCount)
    .where(rows.ownerColumn as 'user_id', '=', owner)
    .executeTakeFirstOrThrow();
  return count;
}

/** Counts an owner's rows and locks the owner, so that concurrent creations cannot exceed a limit. */
export async function lockAndCount(tx: Tx, rows: OwnedRows, owner: OwnerId): Promise<number> {
  await tx.selectFrom('users').where('id', '=', owner).forNoKeyUpdate().execute();
  return countOwned(tx, rows, owner);
}
