import { type DestinationStream, type Logger, pino } from 'pino';
import pretty from 'pino-pretty';
import { createLogOutput } from './log-output.ts';

export type Log = Logger;

export interface LogOptions {
  level: string;
  role: string;
  /** Readable lines for a terminal instead of JSON. */
  human: boolean;
  destination?: DestinationStream;
}

/** Fields whose values are never logged, at any depth. */
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
  'rawsecret',
]);

/** Deeper objects are unreadable in a log, and a circular object would never end. */
const maxDepth = 8;

/**
 * Returns a copy without secrets, or the object itself if there are none. Replaces pino's redaction, which walks a list of
 * paths for every line and took an eighth of a request's time; this checks only the keys that are present.
 */
export function withoutSecrets(object: Record<string, unknown>, depth = 0): Record<string, unknown> {
  let copy: Record<string, unknown> | null = null;
  for (const [name, value] of Object.entries(object)) {
    const clean = cleanField(name, value, depth);
    if (clean === value) continue;
    copy ??= { ...object };
    copy[name] = clean;
  }
  return copy ?? object;
}

function cleanField(name: string, value: unknown, depth: number): unknown {
  if (secretNames.has(name.toLowerCase())) return '[redacted]';
  return name === 'err' ? describeError(value) : cleanValue(value, depth);
}

function cleanValue(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Error) return describeError(value);
  if (depth >= maxDepth) return '[deeper]';
  if (Array.isArray(value)) return value.map((item) => cleanValue(item, depth + 1));
  return withoutSecrets(value as Record<string, unknown>, depth + 1);
}

/** Our own credentials are recognizable by their format, so they can be removed from any text. */
const credentialForms = /wl[alt]_[0-9A-Za-z]+|(?:sid|sign_in|attempt)=[\w-]+|postgres(?:ql)?:\/\/[^\s/"]+@/g;

export function scrub(text: string): string {
  return text.replace(credentialForms, '[redacted]');
}

interface LoggedError {
  type: string;
  message: string;
  code?: string | number;
  stack?: string | undefined;
  cause?: LoggedError;
}

type ErrorLike = Pick<Error, 'message' | 'stack' | 'cause'> & { name?: string };

/** The queue reports its errors as copies, which are no longer of the class. */
function isErrorLike(value: unknown): value is ErrorLike {
  return (
    typeof value === 'object' && value !== null && 'message' in value && typeof value.message === 'string'
  );
}

/** SQLSTATE class 22: the value is invalid, and the message quotes it. */
const quotesValue = /^22/;

/** Picks fields by name: the `detail` of a PostgreSQL error contains the row's values and is excluded. */
export function describeError(error: unknown, depth = 0): LoggedError {
  if (!isErrorLike(error)) return { type: typeof error, message: String(error) };
  const code = 'code' in error ? error.code : undefined;
  const message = quotesValue.test(String(code)) ? error.message.replace(/".*"/s, '"..."') : error.message;
  return {
    type: error.name ?? 'Error',
    message,
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    stack: error.stack?.replace(error.message, () => message),
    ...(error.cause === undefined || depth >= maxDepth
      ? {}
      : { cause: describeError(error.cause, depth + 1) }),
  };
}

let stampedAt = 0;
let stamp = '';

/** As pino writes it, but made once per millisecond: a busy process writes several lines in each. */
function isoTime(): string {
  const now = Date.now();
  if (now !== stampedAt) {
    stampedAt = now;
    stamp = `,"time":"${new Date(now).toISOString()}"`;
  }
  return stamp;
}

function humanOutput(): DestinationStream {
  return pretty({ colorize: true, ignore: 'pid,hostname,role', translateTime: 'SYS:HH:MM:ss' });
}

export function createLog(options: LogOptions): Log {
  return pino(
    {
      level: options.level,
      base: { role: options.role, pid: process.pid },
      timestamp: isoTime,
      formatters: { log: (object) => withoutSecrets(object) },
      serializers: { err: (described) => described },
      // Applied to the whole line, so that no field or message is missed.
      hooks: { streamWrite: scrub },
    },
    options.destination ?? (options.human ? humanOutput() : createLogOutput()),
  );
}
