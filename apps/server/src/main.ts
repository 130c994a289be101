import { commandHelp, commands, listCommands } from './commands/commands.ts';
import { collectGarbageEarly } from './platform/memory.ts';
import { OperatorError } from './platform/operator-error.ts';

/** Errors that the operator can act on are printed as a message, unexpected errors with their stack. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? String(error.code) : '';
  if (error instanceof OperatorError || code.startsWith('ERR_PARSE_ARGS')) return error.message;
  if (code === 'EADDRINUSE' && 'port' in error)
    return `Port ${String(error.port)} is already in use. Choose another one: PORT=3001 npm start`;
  return error.stack ?? error.message;
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
