import { parseArgs } from 'node:util';
import { checkAccounts, checkSignIn } from '../accounts/account-checks.ts';
import { type Config, ConfigError, readConfig } from '../config/config.ts';
import { type Database, type Db, isDatabaseUnavailable } from '../platform/db/database.ts';
import { EarlierVersionError } from '../platform/db/earlier-version.ts';
import { freeBytesAt } from '../platform/disk.ts';
import { checkDatabase } from '../platform/doctor/database-checks.ts';
import { type Finding, formatFindings, judge } from '../platform/doctor/finding.ts';
import { createLog, type Log } from '../platform/log.ts';
import { hasCluster } from '../platform/postgres/cluster.ts';
import { createMasterKeys } from '../platform/secrets/master-keys.ts';
import { formatBytes } from './command-output.ts';
import { recordCommand } from './command-record.ts';
import { withUnchangedDatabase } from './with-database.ts';

/** Long enough to try several servers. */
const waitSeconds = 2;

/** Checks what an operator would look at first. Works while the database is away, and says so. */
export async function examine(args: string[]): Promise<void> {
  parseArgs({ args, options: {} });
  const findings = await findAll();
  process.stdout.write(formatFindings(findings));
  if (findings.some(({ level }) => level === 'problem')) process.exitCode = 1;
}

async function findAll(): Promise<Finding[]> {
  let config: Config;
  try {
    config = readConfig('all');
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return [judge('settings', error.message.replaceAll(/\n\s*/g, ' '), true)];
  }
  // With a database of its own, it is not known here whether `npm start` or separate processes run, which have no demo mode.
  const mode = config.demo && !config.databaseUrl ? '; demo mode with sample devices' : '';
  const text = `valid; version ${config.version} on Node ${process.versions.node}${mode}`;
  return [
    judge('settings', text),
    ...(await checkSignIn(config)),
    await checkDisk(config),
    ...(await findInDatabase(config)),
  ];
}

async function checkDisk({ dataDir, storage: { minFreeBytes: floor } }: Config): Promise<Finding> {
  const free = await freeBytesAt(dataDir);
  if (free === Number.POSITIVE_INFINITY) return judge('disk', `${dataDir} does not exist yet`);
  const text = `${formatBytes(free)} free in ${dataDir}, uploads stop below ${formatBytes(floor)} (DISK_FLOOR_MB)`;
  return judge('disk', text, free < floor, free < 2 * floor);
}

async function findInDatabase(config: Config): Promise<Finding[]> {
  // Only warnings about what is found here would follow.
  const log = createLog({ level: 'silent', role: 'doctor', human: false });
  const findings: Finding[] = [];
  try {
    if (!config.databaseUrl && !(await hasCluster(config.dataDir, log)))
      return [judge('database', 'not created yet; the first start creates the bundled PostgreSQL')];
    await withUnchangedDatabase(
      config,
      log,
      async (database, url) => {
        findings.push(...(await checkDatabase(checksOf(config, database, url))));
        findings.push(...(await checkAccounts(database.db, config)));
        findings.push(...(await recordRun(database.db, log)));
      },
      { waitSeconds },
    );
  } catch (error) {
    findings.push(judge('database', reasonOf(error, config), true));
  }
  return findings;
}

function reasonOf(error: unknown, { databaseUrl }: Config): string {
  if (error instanceof EarlierVersionError) return error.message;
  const reason = isDatabaseUnavailable(error) ? 'does not respond' : 'could not be checked';
  return `${reason}: ${withoutPassword(messageOf(error), databaseUrl)}`;
}

function checksOf(config: Config, { db, pool }: Database, url: string) {
  return {
    db,
    pool,
    place: partsOf(url).place,
    isBundled: config.databaseUrl === null,
    migrationsDir: config.migrationsDir,
    masterKeys: createMasterKeys(config.masterKeys),
    poolSize: config.databasePoolSize,
    maxDatabaseBytes: config.storage.maxDatabaseBytes,
  };
}

/** The event shows at the same time that changes are possible. */
async function recordRun(db: Db, log: Log): Promise<Finding[]> {
  try {
    await recordCommand(db, log, { action: 'command.doctor_run' });
    return [];
  } catch (error) {
    return [judge('audit', `this check left no event: ${messageOf(error)}`, false, true)];
  }
}

/** Node reports a host with several addresses as several errors. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join(', ');
  return error instanceof Error ? (error.message.split('\n')[0] ?? error.name) : String(error);
}

/** Not by `URL`, because PostgreSQL accepts several hosts. */
function partsOf(url: string): { password: string; place: string } {
  const [, password = '', place = ''] = /^\w+:\/\/(?:[^:@/]*(?::([^@/]*))?@)?([^?]*)/.exec(url) ?? [];
  return { password, place };
}

function withoutPassword(text: string, url: string | null): string {
  const { password } = partsOf(url ?? '');
  return password ? text.replaceAll(password, '***').replaceAll(decodeURIComponent(password), '***') : text;
}
