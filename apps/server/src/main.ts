import { ConfigError, readConfig } from './config.ts';
import { migrate } from './platform/db/migrate.ts';
import { databaseWaitSeconds, waitForDatabase } from './platform/db/wait.ts';
import { createLog } from './platform/log.ts';
import { collectGarbageEarly } from './platform/memory.ts';
import { ClusterInUseError } from './platform/postgres/cluster.ts';
import { SandboxUnavailableError } from './platform/sandbox/sandbox.ts';
import { SecretsConfigError } from './platform/secrets/master-keys.ts';
import { DataKeyInUseError } from './platform/secrets/rotate.ts';

/** Loaded on demand: small commands start in a third of the time. */
const serve = async (role: 'all' | 'api' | 'worker') => (await import('./serve.ts')).serve(role);

const commands: Record<string, { help: string; run(args: string[]): Promise<void> }> = {
  all: { help: 'pages, API and background work in one process (the default)', run: () => serve('all') },
  api: { help: 'pages and API; needs DATABASE_URL', run: () => serve('api') },
  worker: { help: 'background work; needs DATABASE_URL', run: () => serve('worker') },
  migrate: { help: 'apply database migrations and exit; needs DATABASE_URL', run: migrateOnce },
  'rotate-key': {
    help: 're-encrypt all stored secrets with new keys',
    run: async () => (await import('./rotate-key-command.ts')).rotateKey(),
  },
  audit: {
    help: 'print audit events; --since DATE, --owner ID, --action NAME, --json',
    run: async (args) => (await import('./audit-command.ts')).printAuditEvents(args),
  },
  postgres: {
    help: 'run the bundled PostgreSQL and print its URL',
    run: async (args) => (await import('./postgres-command.ts')).runPostgresCommand(args),
  },
  help: { help: 'list the commands and all settings', run: printHelp },
};

async function printHelp(args: string[]): Promise<void> {
  const { settingsHelp, settingsMarkdown } = await import('./settings-docs.ts');
  process.stdout.write(args.includes('--markdown') ? settingsMarkdown() : `${usage()}\n${settingsHelp()}`);
}

async function migrateOnce(): Promise<void> {
  const config = readConfig('api');
  const log = createLog({ level: config.logLevel, role: 'migrate', human: process.stdout.isTTY === true });
  await waitForDatabase(config.databaseUrl ?? '', databaseWaitSeconds, log);
  const applied = await migrate(config.databaseUrl ?? '', config.migrationsDir, log);
  process.stdout.write(applied.length > 0 ? `applied: ${applied.join(', ')}\n` : 'nothing to apply\n');
}

function usage(): string {
  const lines = Object.entries(commands).map(([name, { help }]) => `  ${name.padEnd(12)}${help}`);
  return `usage: node apps/server/src/main.ts [command]\n\n${lines.join('\n')}\n`;
}

/** Errors that the operator can act on are printed as a message, unexpected errors with their stack. */
function explain(error: unknown): string {
  const forPeople = [
    ConfigError,
    ClusterInUseError,
    SandboxUnavailableError,
    SecretsConfigError,
    DataKeyInUseError,
  ];
  if (forPeople.some((kind) => error instanceof kind)) return (error as Error).message;
  if (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))
    return error.message;
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE' && 'port' in error) {
    return `Port ${String(error.port)} is already in use. Choose another one: PORT=3001 npm start`;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

collectGarbageEarly();
const [name = 'all', ...args] = process.argv.slice(2);
const command = commands[name === '--help' || name === '-h' ? 'help' : name];
if (command) {
  command.run(args).catch((error: unknown) => {
    process.stderr.write(`${explain(error)}\n`);
    process.exitCode = 1;
  });
} else {
  process.stderr.write(usage());
  process.exitCode = 2;
}
