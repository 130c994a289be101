import { commandHelp, commands, listCommands } from './commands/commands.ts';
import { ConfigError } from './config/config.ts';
import { BackupError } from './platform/backup/backup-error.ts';
import { EarlierVersionError } from './platform/db/earlier-version.ts';
import { collectGarbageEarly } from './platform/memory.ts';
import { ClusterInUseError } from './platform/postgres/cluster.ts';
import { SandboxUnavailableError } from './platform/sandbox/sandbox.ts';
import { SecretsConfigError } from './platform/secrets/master-keys.ts';
import { DataKeyInUseError } from './platform/secrets/rotate.ts';

/** Errors that the operator can act on are printed as a message, unexpected errors with their stack. */
function explain(error: unknown): string {
  const forPeople = [
    BackupError,
    ConfigError,
    ClusterInUseError,
    EarlierVersionError,
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
const [first = 'all', ...args] = process.argv.slice(2);
const isHelp = (arg: string) => arg === '--help' || arg === '-h';
const name = isHelp(first) ? 'help' : first;
const command = commands[name];
if (!command) {
  process.stderr.write(listCommands());
  process.exitCode = 2;
} else if (args.some(isHelp)) {
  process.stdout.write(commandHelp(name, command));
} else {
  command.run(args).catch((error: unknown) => {
    process.stderr.write(`${explain(error)}\n`);
    process.exitCode = 1;
  });
}
