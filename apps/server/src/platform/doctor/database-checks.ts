import { readConnections } from '../db/connection-check.ts';
import type { Db, Pool } from '../db/database.ts';
import { databaseBytes } from '../db/database-size.ts';
import { readMigrations } from '../db/migration-files.ts';
import { queueConnections } from '../jobs/jobs.ts';
import { createDataKeysStore } from '../secrets/data-keys.store.ts';
import { type MasterKeys, SecretsConfigError } from '../secrets/master-keys.ts';
import { missingMasterKeys } from '../secrets/sealer.ts';
import { type Finding, judge } from './finding.ts';
import { adviceForVersion } from './postgres-releases.ts';
import {
  findMostDeadRows,
  listAppliedMigrations,
  readQueueState,
  readServerState,
  type ServerState,
} from './server-state.store.ts';

export interface DatabaseChecksOptions {
  db: Db;
  pool: Pool;
  /** Where it is, without secrets. */
  place: string;
  /** Whether it is the PostgreSQL that comes with the product. */
  isBundled: boolean;
  migrationsDir: string;
  masterKeys: MasterKeys;
  poolSize: number;
  maxDatabaseBytes: number;
}

const gigabyte = 1024 ** 3;
const hour = 3600;
const oldestVersion = 15;
/** Sessions, rate limits and tokens compare the clocks of several machines. */
const clock = { warningMs: 2000, problemMs: 60_000 };
const deadRows = { count: 100_000, share: 0.5 };
const queueAge = { warning: 60, problem: 15 * 60 };

export async function checkDatabase(options: DatabaseChecksOptions): Promise<Finding[]> {
  const { db } = options;
  const startedAt = Date.now();
  const state = await readServerState(db);
  const readAt = (startedAt + Date.now()) / 2;
  const migrations = await checkMigrations(options);
  const findings = [
    checkServer(state, options),
    await checkConnections(options),
    checkClock(state.now.getTime() - readAt),
    migrations.finding,
  ];
  if (!migrations.hasTables) return findings;
  return [
    ...findings,
    await checkKeys(options),
    await checkSize(options),
    await checkDeadRows(db, state),
    await checkQueue(db),
  ];
}

function checkServer(
  { version, isReadOnly }: ServerState,
  { place, isBundled }: DatabaseChecksOptions,
): Finding {
  const [major, minor] = [Math.floor(version / 10_000), version % 10_000];
  const text = `PostgreSQL ${major}.${minor} at ${place}`;
  if (major < oldestVersion)
    return judge('database', `${text}; version ${oldestVersion} or newer is needed`, true);
  const advice = adviceForVersion({ major, minor }, isBundled);
  const texts = [text, ...(isReadOnly ? ['it is read-only'] : []), ...(advice ? [advice] : [])];
  return judge('database', texts.join('; '), isReadOnly, advice !== null);
}

async function checkConnections({ pool, poolSize }: DatabaseChecksOptions): Promise<Finding> {
  const { used, max } = await readConnections(pool);
  const [api, worker] = [false, true].map((isWorker) => poolSize + queueConnections({ worker: isWorker }));
  const [free, needed] = [max - used, worker ?? 0];
  const text = `${used} of ${max} in use; an api process takes up to ${api}, a worker ${worker}`;
  const advice = free < needed ? '. Raise max_connections, lower DATABASE_POOL_SIZE or use a pooler' : '';
  return judge('connections', text + advice, free <= 0, free < needed);
}

function checkClock(differenceMs: number): Finding {
  const size = Math.abs(differenceMs);
  const seconds = (size / 1000).toFixed(1);
  const text =
    size < 100 ? 'same as here' : `${seconds} s ${differenceMs > 0 ? 'ahead of' : 'behind'} this machine`;
  const advice = size >= clock.warningMs ? '. Synchronize both clocks' : '';
  return judge(
    'clock',
    `clock of the database: ${text}${advice}`,
    size >= clock.problemMs,
    size >= clock.warningMs,
  );
}

async function checkMigrations({
  db,
  migrationsDir,
}: DatabaseChecksOptions): Promise<{ finding: Finding; hasTables: boolean }> {
  const [known, applied] = [await readMigrations(migrationsDir), await listAppliedMigrations(db)];
  const pending = known.filter(({ name }) => !applied.some((other) => other.name === name));
  const newer = applied.filter(({ name }) => !known.some((other) => other.name === name));
  const changed = known.filter(({ name, checksum }) =>
    applied.some((other) => other.name === name && other.checksum !== checksum),
  );
  const texts = [
    ...changed.map(({ name }) => `${name} is not the file that was applied`),
    ...(pending.length > 0 ? [`${pending.length} pending; the next start applies them (or: migrate)`] : []),
    ...(newer.length > 0
      ? [`the database has ${newer.length} that this program does not know; upgrade the program`]
      : []),
  ];
  const text = texts.length > 0 ? texts.join('; ') : `all ${known.length} applied`;
  const isOdd = pending.length > 0 || newer.length > 0;
  return {
    finding: judge('migrations', text, changed.length > 0, isOdd),
    hasTables: applied.length > 0,
  };
}

async function checkKeys({ db, masterKeys }: DatabaseChecksOptions): Promise<Finding> {
  const name = 'keys';
  const rows = await createDataKeysStore(db).list();
  if (rows.length === 0) return judge(name, 'nothing is encrypted yet');
  const here = await masterKeys.read().catch(toMessage);
  if (typeof here === 'string') return judge(name, here, true);
  const missing = missingMasterKeys(rows, here);
  if (missing.length > 0)
    return judge(name, `the master key ${missing.join(', ')} is not in ${masterKeys.place}`, true);
  const used = here.filter(({ id }) => rows.some(({ masterKeyId }) => masterKeyId === id));
  const ids = used.map(({ id }) => id).join(', ');
  return judge(name, `the master key ${ids} in ${masterKeys.place} opens all data keys`);
}

/** What the operator can fix. */
function toMessage(error: unknown): string {
  if (error instanceof SecretsConfigError) return error.message;
  throw error;
}

async function checkSize({ db, maxDatabaseBytes: max }: DatabaseChecksOptions): Promise<Finding> {
  const bytes = await databaseBytes(db);
  const size = `${(bytes / gigabyte).toFixed(2)} GB`;
  const text = max > 0 ? `${size} of ${max / gigabyte} GB (MAX_DATABASE_GB)` : size;
  return judge('size', `database: ${text}`, max > 0 && bytes >= max, max > 0 && bytes >= 0.9 * max);
}

async function checkDeadRows(db: Db, { isVacuuming, oldestTransaction }: ServerState): Promise<Finding> {
  const [most] = await findMostDeadRows(db, null);
  const isMuch = most !== undefined && most.dead > deadRows.count && most.dead > deadRows.share * most.live;
  const isHeld = oldestTransaction > hour;
  const texts = [
    ...(isVacuuming ? [] : ['autovacuum is off; switch it on']),
    ...(isMuch ? [`${most.name} has ${most.dead} dead and ${most.live} live rows; run VACUUM on it`] : []),
    ...(isHeld
      ? [
          `a transaction has been open for ${(oldestTransaction / hour).toFixed(1)} h and keeps dead rows; end it`,
        ]
      : []),
  ];
  return judge('dead rows', texts.join('; ') || 'few', !isVacuuming, isMuch || isHeld);
}

async function checkQueue(db: Db): Promise<Finding> {
  const queue = await readQueueState(db);
  if (!queue) return judge('queue', 'not created yet; the first start creates it');
  const { ready, oldest, failed, isRunning } = queue;
  const waits = ready > 0 ? `${ready} jobs wait, the oldest for ${Math.round(oldest)} s` : 'no job waits';
  const texts = [
    waits,
    ...(oldest > queueAge.warning ? [isRunning ? 'start more workers' : 'the product does not run'] : []),
    ...(failed > 0 ? [`${failed} failed; see "job failed" in the log`] : []),
  ];
  const isProblem = isRunning && oldest > queueAge.problem;
  return judge('queue', texts.join('; '), isProblem, oldest > queueAge.warning || failed > 0);
}
