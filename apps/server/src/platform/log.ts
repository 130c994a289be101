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

/** Names whose values never reach a line, wherever an object carries them, two levels deep. */
const secretNames = [
  'authorization',
  'cookie',
  'set-cookie',
  'password',
  'secret',
  'token',
  'apiKey',
  'api_key',
  'keyValue',
  'clientSecret',
  'client_secret',
  'recoveryCode',
  'rawToken',
];
const redactedPaths = secretNames.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]);

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
      redact: { paths: redactedPaths, censor: '[redacted]' },
      serializers: { err: describeError },
    },
    options.destination ?? (options.human ? humanOutput() : standardOutput()),
  );
}
