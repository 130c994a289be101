import { describe, expect, it } from 'vitest';
import { recordLog } from '../../test/fixtures.ts';
import { describeError, scrub } from './log.ts';

/** Logs the object and returns the line. */
function written(object: object, message?: string): string {
  const { log, lines } = recordLog();
  if (message === undefined) log.error(object);
  else log.error(object, message);
  expect(lines).toHaveLength(1);
  return lines.join('');
}

const secretNames = [
  'authorization',
  'Authorization',
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

describe.each(secretNames)('a field called %s', (name) => {
  it.each([
    ['at the top level', { [name]: 'canary', kept: 'kept' }],
    ['in an object', { headers: { [name]: 'canary', kept: 'kept' } }],
    ['two levels deep', { request: { headers: { [name]: 'canary', kept: 'kept' } } }],
    ['in a list', { requests: [{ [name]: 'canary', kept: 'kept' }] }],
    ['as a list', { [name]: ['canary'], kept: 'kept' }],
    ['as an object', { [name]: { value: 'canary' }, kept: 'kept' }],
  ])('never shows its value %s', (_, object) => {
    const line = written(object, 'message');
    expect(line).not.toContain('canary');
    expect(line).toContain('kept');
  });
});

const credentials = [
  ['an access token', 'wlt_Canary0123456789'],
  ['a database URL', 'postgres://warranty:Canary0123@db.example.com/warranty'],
  ['a database URL with an @ in the password', 'postgresql://warranty:x@Canary0123@db.example.com/warranty'],
  ['a session cookie', 'warranty_sid=Canary-0123_456789'],
  ['a one-time link', 'https://warranty.example.com/link#wll_Canary0123456789'],
  ['the cookie of a person', 'warranty_sign_in=Canary-0123_456789'],
  ['the cookie of a sign-in that was started', '__Host-warranty_attempt=Canary-0123_456789; Path=/'],
  ['a session cookie over HTTPS', '__Host-warranty_sid=Canary-0123_456789; Path=/'],
] as const;

describe.each(credentials)('%s', (_, credential) => {
  it.each<[string, object, string?]>([
    ['in a log message', {}, `could not use ${credential}, sorry`],
    ['in an error message', { err: new Error(`could not use ${credential}, sorry`) }, 'failed'],
    ['in an error that is also the log message', { err: new Error(`could not use ${credential}`) }],
    ['in an error without a log object', new Error(`could not use ${credential}`)],
    ['in the cause of an error', { err: new Error('failed', { cause: new Error(credential) }) }, 'failed'],
    ['in a cause that is a string', { err: new Error('failed', { cause: credential }) }, 'failed'],
    ['as a thrown string', { err: credential }, 'failed'],
    ['in a field', { address: credential }, 'failed'],
    ['in a list, quoted', { list: [`"${credential}"`] }, 'failed'],
    ['in a nested field', { a: { b: { c: credential } } }, 'failed'],
  ])('is redacted %s', (_place, object, message) => {
    const line = written(object, message);
    expect(line).not.toMatch(/canary/i);
    expect(line).toContain('[redacted]');
    expect(() => JSON.parse(line)).not.toThrow();
  });
});

/** As thrown by the driver: the row's values are in separate fields. */
function uniqueViolation(): Error {
  return Object.assign(new Error('duplicate key value violates unique constraint "users_username_key"'), {
    name: 'error',
    code: '23505',
    detail: 'Key (username)=(canary) already exists.',
    where: 'PL/pgSQL function canary()',
    internalQuery: 'select canary',
    parameters: ['canary'],
  });
}

describe('a database error', () => {
  it.each<[string, object]>([
    ['as err', { err: uniqueViolation() }],
    ['alone', uniqueViolation()],
    ['as a cause', { err: new Error('could not save', { cause: uniqueViolation() }) }],
    ['under another name', { error: uniqueViolation() }],
    ['deeper', { outcome: { reason: uniqueViolation() } }],
    ['in a list', { errors: [uniqueViolation()] }],
  ])('is logged without the values of the row: %s', (_, object) => {
    const line = written(object, 'failed');
    expect(line).not.toContain('canary');
    expect(line).toContain('23505');
    expect(line).toContain('users_username_key');
  });

  it('that quotes a value in its message is logged without it', () => {
    const error = Object.assign(new Error('invalid input syntax for type uuid: "canary"'), { code: '22P02' });
    const line = written({ err: error }, 'failed');
    expect(line).not.toContain('canary');
    expect(line).toContain('invalid input syntax for type uuid');
  });
});

describe('a log line', () => {
  it.each(['a\r\nb', 'a\n{"level":50,"msg":"forged"}', '\u2028', '\u0000', '\u001b[31m'])(
    'stays a single line of JSON with %j in it',
    (text) => {
      const line = written({ [text]: text, nested: { text }, err: new Error(text) }, text);
      expect(line.trimEnd()).not.toMatch(/\p{Cc}/u);
      expect(JSON.parse(line).msg).toBe(text);
    },
  );

  it('includes the role, process id and time', () => {
    const { log, lines } = recordLog();
    log.info({ status: 200 }, 'request');
    expect(JSON.parse(lines.join(''))).toEqual({
      level: 30,
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      role: 'test',
      pid: process.pid,
      status: 200,
      msg: 'request',
    });
  });

  it('is written for an object that contains itself', () => {
    const cyclic: Record<string, unknown> = { kept: 'kept', password: 'canary' };
    cyclic.self = { cyclic };
    const line = written(cyclic, 'failed');
    expect(line).toContain('kept');
    expect(line).not.toContain('canary');
  });

  it('is written for an error that is its own cause', () => {
    const error = new Error('round and round');
    error.cause = new Error('around', { cause: error });
    expect(written({ err: error }, 'failed')).toContain('round and round');
  });

  it('does not change the logged object', () => {
    const object = { headers: { cookie: 'canary' }, list: [{ token: 'canary' }] };
    written(object, 'message');
    expect(object).toEqual({ headers: { cookie: 'canary' }, list: [{ token: 'canary' }] });
  });

  it('of a child logger is redacted too', () => {
    const { log, lines } = recordLog();
    log.child({ job: 'x', about: 'wlt_Canary' }).info({ password: 'canary' }, 'message wlt_Canary');
    expect(lines.join('')).not.toMatch(/canary/i);
  });
});

describe('describeError', () => {
  it('describes a copy of an error, as the queue reports them', () => {
    const copy = { message: 'canceled', code: '57014', stack: 'Error: canceled', queue: 'bulk.chunk' };
    const { message, code, stack } = copy;
    expect(describeError(copy)).toEqual({ type: 'Error', message, code, stack });
  });

  it('keeps what helps to find the error', () => {
    const error = Object.assign(new TypeError('wrong', { cause: new RangeError('deeper') }), { code: 'E_X' });
    expect(describeError(error)).toEqual({
      type: 'TypeError',
      message: 'wrong',
      code: 'E_X',
      stack: expect.stringContaining('log.test.ts'),
      cause: { type: 'RangeError', message: 'deeper', stack: expect.any(String) },
    });
  });

  it.each([
    [undefined, 'undefined', 'undefined'],
    [null, 'object', 'null'],
    ['text', 'string', 'text'],
    [7, 'number', '7'],
  ])('describes %j, which is not an error', (thrown, type, message) => {
    expect(describeError(thrown)).toEqual({ type, message });
  });
});

it('scrub does not change other text', () => {
  const text = 'postgres://db.example.com/warranty answered; 3 rows; wlt_ is how a token starts; sid = 5';
  expect(scrub(text)).toBe(text);
});
