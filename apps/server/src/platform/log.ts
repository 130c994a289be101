import { type DestinationStream, type Logger, pino } from 'pino';
import pretty from 'pino-pretty';

export type Log = Logger;

export interface LogOptions {
  level: string;
  role: string;
  /** Lines for a person at a terminal instead of JSON. */
  human: boolean;
  destination?: DestinationStream;
}

/** Names whose values never reach a line, at whatever depth an object carries them. */
const secretNames = new Set([
  'authorization',
  'cookie',
  'set-cookie',
  'password',
  'secret',
  'token',
  'apikey',
  'api_key',
  'keyvalue',
  'clientsecret',
  'client_secret',
  'recoverycode',
  'rawtoken',
]);

/**
 * A copy without secrets, or the object itself where there are none. By hand because pino's own redaction walks
 * a list of paths for every line, which took an eighth of a request's time; this looks at the keys that are there.
 */
export function withoutSecrets(object: Record<string, unknown>): Record<string, unknown> {
  let copy: Record<string, unknown> | null = null;
  for (const [name, value] of Object.entries(object)) {
    const clean = secretNames.has(name.toLowerCase()) ? '[redacted]' : cleanValue(value);
    if (clean === value) continue;
    copy ??= { ...object };
    copy[name] = clean;
  }
  return copy ?? object;
}

/** Errors have a serializer of their own. */
function cleanValue(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Error) return value;
  if (Array.isArray(value)) return value.map(cleanValue);
  return withoutSecrets(value as Record<string, unknown>);
}

/** Our own credentials are recognisable by their form, so they can be taken out of any text. */
const credentialForms = /wlt_[0-9A-Za-z]+|sid=[\w-]+|postgres(?:ql)?:\/\/[^\s@/]+@/g;

export function scrub(text: string): string {
  return text.replace(credentialForms, '[redacted]');
}

interface LoggedError {
  type: string;
  message: string;
  code?: unknown;
  stack?: string | undefined;
  cause?: LoggedError;
}

/** Picks fields by name: a PostgreSQL error's `detail` holds the row's values and stays out. */
export function describeError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: scrub(String(error)) };
  return {
    type: error.name,
    message: scrub(error.message),
    ...('code' in error ? { code: error.code } : {}),
    stack: error.stack && scrub(error.stack),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}

/** Written in the background, so a slow reader of the log never slows a request; past 16 MB lines are dropped. */
function standardOutput(): DestinationStream {
  return pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 200, maxLength: 16 << 20 });
}

function humanOutput(): DestinationStream {
  return pretty({ colorize: true, ignore: 'pid,hostname,role', translateTime: 'SYS:HH:MM:ss' });
}

export function createLog(options: LogOptions): Log {
  return pino(
    {
      level: options.level,
      base: { role: options.role, pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { log: withoutSecrets },
      serializers: { err: describeError },
    },
    options.destination ?? (options.human ? humanOutput() : standardOutput()),
  );
}
