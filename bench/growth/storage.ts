import { type Outcome, printTable } from '../measurement.ts';
import { type Installation, startInstallation } from './installation.ts';

/** Bytes of a table with its partitions, indexes and large values. */
async function bytesOf({ query }: Installation, table: string): Promise<number> {
  await query(`vacuum analyze ${table}`);
  const [size] = await query<{ bytes: string }>(
    `select pg_total_relation_size('${table}') + coalesce(sum(pg_total_relation_size(inhrelid)), 0) as bytes
     from pg_inherits where inhparent = '${table}'::regclass`,
  );
  return Number(size?.bytes ?? 0);
}

async function countOf({ query }: Installation, table: string): Promise<number> {
  const [found] = await query<{ count: string }>(`select count(*) from ${table}`);
  return Number(found?.count ?? 0);
}

/** What one file of devices takes in each table, as the product stores it. */
export async function measureStorage(rows: number): Promise<Outcome> {
  const installation = await startInstallation();
  try {
    await installation.lookUpFile(rows);
    const runTables = ['bulk_rows', 'bulk_serials', 'bulk_chunks'];
    const table: (string | number)[][] = [];
    const measured: Record<string, { bytes: number; count: number }> = {};
    for (const name of [...runTables, 'warranty_records', 'warranty_history', 'audit_events']) {
      const one = {
        bytes: await bytesOf(installation, name),
        count: await countOf(installation, name),
      };
      measured[name] = one;
      table.push([name, one.count, one.bytes, Math.round(one.bytes / Math.max(one.count, 1))]);
    }
    printTable(['table', 'rows', 'bytes', 'bytes per row'], table);
    const runBytes = runTables.reduce((sum, name) => sum + (measured[name]?.bytes ?? 0), 0);
    const { bytes = 0, count = 1 } = measured.warranty_records ?? {};
    return {
      figures: {
        rows,
        bytes_per_file_row: Math.round(runBytes / rows),
        bytes_per_answer: Math.round(bytes / Math.max(count, 1)),
      },
      passed: true,
    };
  } finally {
    await installation.stop();
  }
}
