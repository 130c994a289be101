import type { UsageItem } from '@warranty/contracts/usage';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { ago } from '../db/expressions.ts';
import { inBatches } from '../db/in-batches.ts';
import type { OwnerLimits } from '../fairness/owner-limits.ts';
import type { Feature } from '../feature.ts';
import { scheduledJob } from '../jobs/job.ts';
import { platformTables } from '../platform.tables.ts';
import { countOwned } from './count-owned.ts';
import type { StoredTable, TableSettings } from './stored-table.ts';

const deletedPerBatch = 10_000;

/** Deletes the rows of all tables of the features that need nothing more than that. */
export function createOwnedRows(
  { db, ownerLimits }: { db: Db; ownerLimits: Pick<OwnerLimits, 'factorOf'> },
  features: readonly Feature[],
  settings: TableSettings,
): Feature {
  const tables = features.flatMap((feature) => feature.tables ?? []);

  const deleteWhere = ({ name }: StoredTable, condition: RawBuilder<unknown>): Promise<void> =>
    inBatches(deletedPerBatch, async (limit) => {
      const { numAffectedRows = 0n } = await sql`
        delete from ${sql.table(name)} where ctid = any(array(
          select ctid from ${sql.table(name)} where ${condition} limit ${limit}))`.execute(db);
      return Number(numAffectedRows);
    });

  /** Deletes what is older than its retention. */
  async function sweep(): Promise<void> {
    for (const table of tables) {
      const { retention } = table;
      if (!retention || retention.job) continue;
      const { setting } = retention;
      const column = sql.ref(retention.column);
      await deleteWhere(table, sql`${column} < ${ago(settings[setting], 'day')} order by ${column}`);
    }
  }

  return {
    routes: [],
    tables: platformTables,
    jobs: [scheduledJob('ownership.sweep', '20 * * * *', sweep)],
    async usage(owner) {
      const factor = await ownerLimits.factorOf(owner);
      const items = tables.map(async ({ quota, ...table }): Promise<UsageItem[]> => {
        if (!quota) return [];
        const { id, label, max, note } = quota;
        const limit = factor * (typeof max === 'number' ? max : settings[max]);
        return [{ id, label, used: await countOwned(db, table, owner), limit, unit: 'count', note }];
      });
      return (await Promise.all(items)).flat();
    },
    /** In the order of the tables. The rest goes by cascade when the owner is deleted. */
    async eraseOwner(owner) {
      for (const table of tables)
        if (table.isLarge) await deleteWhere(table, sql`${sql.ref(table.ownerColumn ?? 'owner')} = ${owner}`);
    },
  };
}
