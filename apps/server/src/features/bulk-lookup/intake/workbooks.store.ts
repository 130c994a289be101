import type { RunRef } from '../../../lookups/runs/run.ts';
import type { Db, Pool, PoolClient } from '../../../platform/db/database.ts';
import { inPooledTransaction } from '../../../platform/db/pooled-transaction.ts';
import { prepare } from '../../../platform/db/prepared.ts';
import type { WorkbookPiece } from './ingest-messages.ts';

const findPiece = prepare<{ bytes: Buffer }>(
  'bulk-workbook',
  { bytes: 'bytea' },
  'select bytes from bulk_workbooks where day = $1 and run = $2 and piece = $3',
);

/** Deleted by one statement, about 50 MB. */
const piecesPerDelete = 200;

export type WorkbooksStore = ReturnType<typeof createWorkbooksStore>;

/** Workbooks as they were uploaded. */
export function createWorkbooksStore(db: Db, pool: Pool) {
  return {
    /** Like `write` of rows: in a transaction of its own, and nothing if the run does not want it any more. */
    async write(
      { day, key }: RunRef,
      { workbook, number }: WorkbookPiece,
      hold: (client: PoolClient) => Promise<boolean>,
    ): Promise<boolean> {
      return inPooledTransaction(pool, async (client) => {
        if (!(await hold(client))) return false;
        const { buffer, byteOffset, length } = workbook;
        await client.query('insert into bulk_workbooks (day, run, piece, bytes) values ($1, $2, $3, $4)', [
          ...[day, key, number],
          Buffer.from(buffer, byteOffset, length),
        ]);
        return true;
      });
    },

    /** Null if it is not stored. */
    async piece({ day, key }: RunRef, number: number): Promise<Buffer | null> {
      return (await findPiece(pool, day, key, number))[0]?.bytes ?? null;
    },

    async remove({ day, key }: RunRef): Promise<void> {
      const last = await db
        .selectFrom('bulk_workbooks')
        .select(({ fn }) => fn.max('piece').as('piece'))
        .where('day', '=', day)
        .where('run', '=', key)
        .executeTakeFirst();
      for (let from = 0; from <= (last?.piece ?? -1); from += piecesPerDelete)
        await db
          .deleteFrom('bulk_workbooks')
          .where('day', '=', day)
          .where('run', '=', key)
          .where('piece', '>=', from)
          .where('piece', '<', from + piecesPerDelete)
          .execute();
    },
  };
}
