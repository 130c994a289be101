import { createFrameWriter, type Frame, readFrames } from '../src/platform/backup/frames.ts';
import type { TestDatabase } from './database.ts';
import { dumpDatabase } from './dump.ts';

/** The event that only a restored database has. */
const ownEvent = 'command.backup_restored';

/** Every row of every table, without the event of the restore. */
export async function rowsOf(database: TestDatabase): Promise<string[]> {
  const lines = (await dumpDatabase(database)).split('\n');
  return lines.filter((line) => !line.includes(ownEvent));
}

/** Tables, indexes, partitions, triggers of the product and constraints, and where the sequences are. */
export async function structureOf({ query }: TestDatabase): Promise<unknown[]> {
  const relations = await query(
    `select c.oid::regclass::text as name, relkind, relpersistence, pg_get_expr(relpartbound, c.oid) as bound,
            array(select pg_get_triggerdef(oid) from pg_trigger where tgrelid = c.oid and not tgisinternal and tgname not like 'owner_guard%' order by 1) as triggers,
            array(select conname || pg_get_constraintdef(oid) from pg_constraint where conrelid = c.oid order by 1) as constraints
       from pg_class c where relnamespace::regnamespace::text in ('public', 'pgboss') order by 1`,
  );
  const sequences = await query(
    'select schemaname, sequencename, last_value from pg_sequences order by 1, 2',
  );
  return [...relations, ...sequences];
}

/** A whole and valid copy of a backup with other content. */
export async function rewriteBackup(
  from: string,
  to: string,
  change: (frame: Frame, index: number) => Buffer,
): Promise<void> {
  const writer = await createFrameWriter(to);
  let index = 0;
  for await (const frame of readFrames(from)) {
    await writer.write(frame.type, change(frame, index));
    index += 1;
  }
  await writer.finish();
}
