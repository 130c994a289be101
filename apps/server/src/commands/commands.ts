import { readConfig } from '../config/config.ts';
import { migrate } from '../platform/db/migrate.ts';
import { databaseWaitSeconds, waitForDatabase } from '../platform/db/wait.ts';
import { createLog } from '../platform/log.ts';
import { accountCommands } from './account-commands.ts';
import { anyDatabase, type Command } from './command.ts';

const program = 'node apps/server/src/main.ts';

/** Loaded on demand: small commands start in a third of the time. */
const serve = async (role: 'all' | 'api' | 'worker') => (await import('../serve.ts')).serve(role);

export const commands: Record<string, Command> = {
  all: {
    summary: 'pages, API and background work in one process (the default)',
    help: 'Without DATABASE_URL it also starts the bundled PostgreSQL, with its data in DATA_DIR.',
    run: () => serve('all'),
  },
  api: {
    summary: 'pages and API; needs DATABASE_URL',
    help: 'Start as many as you need, behind a load balancer. Jobs wait until a worker runs.',
    run: () => serve('api'),
  },
  worker: {
    summary: 'background work; needs DATABASE_URL',
    help: 'Start as many as you need.',
    run: () => serve('worker'),
  },
  migrate: {
    summary: 'apply database migrations and exit; needs DATABASE_URL',
    help: 'Optional: every process migrates at startup unless MIGRATE=off.',
    run: migrateOnce,
  },
  doctor: {
    summary: 'check the installation; exit code 1 if there is a problem',
    help: `Checks settings, database, connections, clock, keys, migrations, disk, dead rows and queue, and where people
sign in also their admins and passkeys: one line each, which starts with ok, warning or problem. Prints no secrets and changes nothing. ${anyDatabase}`,
    run: async (args) => (await import('./doctor-command.ts')).examine(args),
  },
  backup: {
    summary: 'write all data to one file',
    usage: 'FILE [--with-key]',
    help: `  FILE         the file to write; an existing one is not replaced
  --with-key   also include the master key. Everyone who can read the file can then decrypt the stored vendor keys

Writes the state of one moment; users go on working. Without --with-key, keep the master key (SECRETS_KEY, or
secrets.key in DATA_DIR) in another place: the stored vendor keys in the backup are lost without it.
${anyDatabase}`,
    run: async (args) => (await import('./backup-command.ts')).backUp(args),
  },
  restore: {
    summary: 'restore a backup into an empty database',
    usage: 'FILE [--without-key]',
    help: `  FILE            a file that backup wrote, with this version or an older one
  --without-key   leave out the stored vendor keys, if the master key is lost. Their owners have to enter them again

Checks the whole file first. A damaged file, a newer backup, a database that is not empty and a wrong master key are
refused, and nothing is written. Unfinished runs continue when the product starts.
Works on your own PostgreSQL (DATABASE_URL) and on the bundled one.`,
    run: async (args) => (await import('./restore-command.ts')).restore(args),
  },
  'rotate-key': {
    summary: 're-encrypt all stored secrets with new keys',
    help: `The product may run. Afterwards older backups still need the old master key. ${anyDatabase}`,
    run: async () => (await import('./rotate-key-command.ts')).rotateKey(),
  },
  audit: {
    summary: 'print audit events',
    usage: '[--since DATE] [--owner ID] [--action NAME] [--json]',
    help: `  --since DATE    events from this moment on; default: the last AUDIT_DAYS
  --owner ID      events of one owner: its ID, or the user ID of a browser that still exists
  --action NAME   events of one kind, such as token.created
  --json          one JSON object per line, with all fields

Prints the events of all owners, oldest first. ${anyDatabase}`,
    run: async (args) => (await import('./audit-command.ts')).printAuditEvents(args),
  },
  ...accountCommands,
  postgres: {
    summary: 'run the bundled PostgreSQL and print its URL',
    usage: '[--dir FOLDER] [--fast]',
    help: `  --dir FOLDER   where its data is; default: .data
  --fast         for tests: a crash may lose data

For development and tests. Stops when its standard input closes.`,
    run: async (args) => (await import('./postgres-command.ts')).runPostgresCommand(args),
  },
  help: {
    summary: 'list the commands and all settings',
    usage: '[COMMAND | --markdown]',
    help: '  --markdown   the settings as docs/configuration.md',
    run: printHelp,
  },
};

export function listCommands(): string {
  const lines = Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(22)}${summary}`);
  return `usage: ${program} [command] [--help]\n\n${lines.join('\n')}\n`;
}

export function commandHelp(name: string, { summary, usage, help }: Command): string {
  const line = [program, name, usage].filter(Boolean).join(' ');
  return `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.\n\nusage: ${line}\n\n${help}\n`;
}

async function printHelp([first]: string[]): Promise<void> {
  const command = first && commands[first];
  if (command) {
    process.stdout.write(commandHelp(first, command));
    return;
  }
  const { settingsHelp, settingsMarkdown } = await import('../config/settings-docs.ts');
  process.stdout.write(first === '--markdown' ? settingsMarkdown() : `${listCommands()}\n${settingsHelp()}`);
}

async function migrateOnce(): Promise<void> {
  const config = readConfig('api');
  const log = createLog({ level: config.logLevel, role: 'migrate', human: process.stdout.isTTY === true });
  const url = config.databaseDirectUrl ?? config.databaseUrl ?? '';
  const applied = await migrate(
    await waitForDatabase(url, databaseWaitSeconds, log),
    config.migrationsDir,
    log,
  );
  process.stdout.write(applied.length > 0 ? `applied: ${applied.join(', ')}\n` : 'nothing to apply\n');
}
