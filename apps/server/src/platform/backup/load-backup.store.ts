import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import * as z from 'zod';
import { migrationLock } from '../db/migrate.ts';
import type { Migration } from '../db/migration-files.ts';
import { createQueueTables, NewerQueueError } from '../jobs/queue-tables.ts';
import { OperatorError } from '../operator-error.ts';
import { listRelations, listTables, qualified, readSchemas, type Schemas } from './catalog.store.ts';
import { createChecksum } from './checksum.ts';
import { createDecompressor } from './compression.ts';
import { configure, inOneTransaction, quoted, readRow, readRows, type Session } from './connection.store.ts';
import { damaged, type Frame, frameTypes, readFrames } from './frames.ts';
import { type BackupSequence, type BackupTable, isSame, type TableEnd } from './manifest.ts';
import type { VerifiedBackup } from './verify-backup.ts';

export interface LoadOptions {
  url: string;
  backup: VerifiedBackup;
  /** Those of the backup, which create its tables. */
  migrations: readonly Migration[];
  /** Tables that stay empty. */
  without: readonly string[];
  /** Runs when everything is loaded; if it fails, nothing was. */
  beforeCommit(): Promise<void>;
}

export type LoadSummary = Awaited<ReturnType<typeof loadBackup>>;

/** Writes everything in one transaction: a restore that fails leaves the database empty. */
export async function loadBackup(options: LoadOptions) {
  return inOneTransaction({ url: options.url, mode: 'write' }, async (session) => {
    await session.query('select pg_advisory_xact_lock($1)', [migrationLock]);
    const schemas = await readSchemas(session);
    await assertEmpty(session, schemas);
    await createTables(session, schemas, options);
    const known = await listTables(session, schemas);
    const { header } = options.backup;
    /** They do not belong to the product. */
    const foreign = header.tables.filter((table) => !known.some((other) => isSame(table, other)));
    const skipped = (table: BackupTable) =>
      foreign.includes(table) || (table.area === 'product' && options.without.includes(table.name));
    await clear(session, schemas, known);
    const loaded = await loadTables(session, schemas, options.backup, skipped);
    for (const sequence of header.sequences) await setSequence(session, schemas, sequence);
    // Without statistics, the first queries would read whole tables.
    await session.query('analyze');
    await options.beforeCommit();
    return { ...loaded, foreign: foreign.map(({ name }) => name) };
  });
}

async function assertEmpty(session: Session, schemas: Schemas): Promise<void> {
  const found = await listRelations(session, schemas);
  if (found.length === 0) return;
  throw new OperatorError(
    `The database is not empty (it has ${found.length} tables, views and sequences, such as ${found[0]}). Nothing was written. Restore into a new database, or with DATA_DIR set to a new directory.`,
  );
}

/** The tables as the migrations of the backup left them, and the partitions that it has. */
async function createTables(session: Session, schemas: Schemas, options: LoadOptions): Promise<void> {
  const { header } = options.backup;
  await session.query(`create table schema_migrations (
    name text primary key, checksum text not null, applied_at timestamptz not null default now())`);
  for (const { sql } of options.migrations) await session.query(sql);
  if (header.queueVersion !== null) await createQueue(session, header.queueVersion);
  // Migrations and pg-boss may set their own.
  await configure(session);
  const existing = await listTables(session, schemas);
  for (const table of header.tables)
    if (!existing.some((other) => isSame(table, other))) await createPartition(session, schemas, table);
}

async function createQueue(session: Session, version: number): Promise<void> {
  await createQueueTables(session, version).catch((error: unknown) => {
    if (error instanceof NewerQueueError)
      throw new OperatorError('The job queue in the backup is of a newer version. Nothing was written.');
    throw error;
  });
}

async function createPartition(
  session: Session,
  schemas: Schemas,
  { area, name, partition }: BackupTable,
): Promise<void> {
  if (!partition) return;
  const [child, parent] = [name, partition.of].map((each) => qualified(schemas, { area, name: each }));
  await session.query(`create table ${child} partition of ${parent} ${partition.bound}`);
  // PostgreSQL copies triggers for each row to a new partition, but not those for each statement.
  const triggers = await readRows(
    session,
    z.object({ definition: z.string() }),
    `select replace(pg_get_triggerdef(oid, true), format(' ON %s ', tgrelid::regclass), format(' ON %s ', $2::regclass)) as definition
       from pg_trigger where tgrelid = $1::regclass and not tgisinternal and tgtype & 1 = 0`,
    [parent, child],
  );
  for (const { definition } of triggers) await session.query(definition);
}

/** Migrations and pg-boss may have created rows, which are also in the backup. */
async function clear(session: Session, schemas: Schemas, tables: readonly BackupTable[]): Promise<void> {
  for (const table of tables.toReversed()) {
    const name = qualified(schemas, table);
    const { hasRows } = await readRow(
      session,
      z.object({ hasRows: z.boolean() }),
      `select exists (select from ${name}) as "hasRows"`,
    );
    if (hasRows) await session.query(`delete from ${name}`);
  }
}

async function loadTables(
  session: Session,
  schemas: Schemas,
  { path, header, ends }: VerifiedBackup,
  isSkipped: (table: BackupTable) => boolean,
): Promise<{ tables: number; rows: number }> {
  const loaded = { tables: 0, rows: 0 };
  const frames = readFrames(path);
  try {
    for (const [index, table] of header.tables.entries()) {
      const data = dataOfNextTable(frames);
      const end = ends[index] as TableEnd;
      if (isSkipped(table)) {
        for await (const _ of data);
        continue;
      }
      await loadTable(session, qualified(schemas, table), table, data, end).catch((error: unknown) => {
        throw error === tableDiffers ? damaged(path) : error;
      });
      loaded.tables += 1;
      loaded.rows += end.rows;
    }
    return loaded;
  } finally {
    await frames.return(undefined);
  }
}

const tableDiffers = new Error('the rows are not those of the backup');

async function loadTable(
  session: Session,
  name: string,
  { columns }: BackupTable,
  data: AsyncIterable<Buffer>,
  end: TableEnd,
): Promise<void> {
  const list = columns.map((column) => quoted(column)).join(', ');
  const checksum = createChecksum();
  const target = session.query(copyFrom(`copy ${name} (${list}) from stdin`));
  await pipeline(Readable.from(data), createDecompressor(), checksum.stream, target);
  const { bytes, sha256 } = checksum.result();
  if (bytes !== end.bytes || sha256 !== end.sha256 || target.rowCount !== end.rows) throw tableDiffers;
}

/** The compressed rows of the next table, up to its end. */
async function* dataOfNextTable(frames: AsyncGenerator<Frame>): AsyncGenerator<Buffer> {
  for (;;) {
    const { value: frame, done } = await frames.next();
    if (done || frame.type === frameTypes.tableEnd) return;
    if (frame.type === frameTypes.data) yield frame.payload;
  }
}

async function setSequence(session: Session, schemas: Schemas, sequence: BackupSequence): Promise<void> {
  const { value, isCalled } = sequence;
  const name = qualified(schemas, sequence);
  await session.query('select setval(to_regclass($1), $2, $3)', [name, value, isCalled]);
}
