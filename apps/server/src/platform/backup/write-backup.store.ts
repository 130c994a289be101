import { pipeline } from 'node:stream/promises';
import { to as copyTo } from 'pg-copy-streams';
import { migrationLock } from '../db/migrate.ts';
import { retryOn } from '../db/retry-on.ts';
import { OperatorError } from '../operator-error.ts';
import {
  listTables,
  qualified,
  readDataKeys,
  readMigrations,
  readPostgresVersion,
  readQueueVersion,
  readSchemas,
  readSequences,
  type Schemas,
} from './catalog.store.ts';
import { createChecksum } from './checksum.ts';
import { createCompressor } from './compression.ts';
import { inOneTransaction, quoted, type Session } from './connection.store.ts';
import { createFrameWriter, type FrameWriter, frameTypes } from './frames.ts';
import {
  type BackupDataKey,
  type BackupHeader,
  type BackupTable,
  type TableEnd,
  toPayload,
} from './manifest.ts';

export interface BackupOptions {
  url: string;
  path: string;
  /** Of this program. */
  version: string;
  /** The master keys to include, in base64; null to leave them out. */
  masterKeysFor(dataKeys: readonly BackupDataKey[]): Promise<string[] | null>;
}

export type BackupSummary = Awaited<ReturnType<typeof writeAll>>;

/** A table of a past month or day may be dropped between the list of tables and the locks on them. */
const maxTries = 5;
const noSuchTable = '42P01';

/**
 * Writes all tables as they are at one moment. Others go on reading and writing; migrations wait, so that the list of
 * migrations fits the tables.
 */
export async function writeBackup(options: BackupOptions): Promise<BackupSummary> {
  const { url } = options;
  return inOneTransaction({ url, mode: 'write' }, async (lock) => {
    await lock.query('select pg_advisory_xact_lock_shared($1)', [migrationLock]);
    return retryOn([noSuchTable], maxTries, () =>
      inOneTransaction({ url, mode: 'snapshot' }, (session) => writeAll(session, options)),
    );
  });
}

/** Throws if there is nothing to back up. */
export async function assertOurs(url: string): Promise<void> {
  await inOneTransaction({ url, mode: 'snapshot' }, async (session) => {
    const tables = await listTables(session, await readSchemas(session));
    if (!tables.some(({ area, name }) => area === 'product' && name === 'schema_migrations'))
      throw new OperatorError('There is nothing to back up: the database has no tables of this product.');
  });
}

async function writeAll(session: Session, options: BackupOptions) {
  const schemas = await readSchemas(session);
  const tables = await holdTables(session, schemas);
  const header = await readHeader(session, schemas, tables, options);
  const writer = await createFrameWriter(options.path);
  try {
    await writer.write(frameTypes.header, toPayload(header));
    const ends: TableEnd[] = [];
    for (const table of tables) ends.push(await writeTable(session, schemas, table, writer));
    const sum = (of: (end: TableEnd) => number) => ends.reduce((total, end) => total + of(end), 0);
    return {
      tables: ends.length,
      rows: sum(({ rows }) => rows),
      /** Before compression. */
      copiedBytes: sum(({ bytes }) => bytes),
      /** Of the file. */
      bytes: await writer.finish(),
      dataKeys: header.dataKeys,
    };
  } catch (error) {
    await writer.discard();
    throw error;
  }
}

/** None of the tables is dropped until the transaction ends. */
async function holdTables(session: Session, schemas: Schemas): Promise<BackupTable[]> {
  const tables = await listTables(session, schemas);
  const names = tables.map((table) => qualified(schemas, table));
  await session.query(`lock table ${names.join(', ')} in access share mode`);
  return tables;
}

async function readHeader(
  session: Session,
  schemas: Schemas,
  tables: BackupTable[],
  { version, masterKeysFor }: BackupOptions,
): Promise<BackupHeader> {
  const dataKeys = await readDataKeys(session);
  return {
    product: 'it-warranty-lookup',
    version,
    createdAt: new Date().toISOString(),
    postgresVersion: await readPostgresVersion(session),
    migrations: await readMigrations(session),
    queueVersion: await readQueueVersion(session),
    dataKeys,
    masterKeys: await masterKeysFor(dataKeys),
    tables,
    sequences: await readSequences(session, schemas),
  };
}

async function writeTable(
  session: Session,
  schemas: Schemas,
  table: BackupTable,
  writer: FrameWriter,
): Promise<TableEnd> {
  const { area, name, columns } = table;
  await writer.write(frameTypes.table, toPayload({ area, name }));
  const list = columns.map((column) => quoted(column)).join(', ');
  const rows = session.query(copyTo(`copy ${qualified(schemas, table)} (${list}) to stdout`));
  const checksum = createChecksum();
  await pipeline(rows, checksum.stream, createCompressor(), async (pieces: AsyncIterable<Buffer>) => {
    for await (const piece of pieces) await writer.write(frameTypes.data, piece);
  });
  // The number of rows arrives after the last of them; the next statement waits for it.
  await session.query('select');
  const end = { rows: rows.rowCount, ...checksum.result() };
  await writer.write(frameTypes.tableEnd, toPayload(end));
  return end;
}
