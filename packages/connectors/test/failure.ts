import { VendorError } from '../src/outcome.ts';
import { SendError } from '../src/send.ts';
import type { Reply } from './scripted.ts';

/** The error with which the work of a connector failed. It never has words of the vendor, which are "Invented" in tests. */
export async function failureOf(work: Promise<unknown>): Promise<VendorError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof VendorError)) throw new Error(`no vendor failure but ${String(error)}`);
  const said = `${error.message} ${JSON.stringify(error)}`;
  if (said.includes('Invented')) throw new Error(`words of the vendor: ${said}`);
  return error;
}

export const refused = { kind: 'key-refused', reason: 'the keys were rejected' };
export const unexpected = { kind: 'unexpected', reason: 'the reply has an unexpected format' };
export const busy = (retryAfterSeconds: number) => ({
  kind: 'busy',
  reason: 'too many calls',
  retryAfterSeconds,
});
const unreachable = (reason: string) => ({ kind: 'unreachable', reason });

const body = { errors: ['Invented'], message: 'Invented' };
const html = '<html>Invented</html>';

/** Replies that mean the same for every vendor. */
export const commonFailures: readonly [string, Reply, object][] = [
  ['401', { status: 401, body }, refused],
  ['429 with a Retry-After', { status: 429, headers: { 'retry-after': '17' }, body }, busy(17)],
  ['429 without', { status: 429, body }, busy(60)],
  ['500', { status: 500, body }, unreachable('HTTP status 500')],
  ['502 with HTML', { status: 502, body: html }, unreachable('HTTP status 502')],
  ['400', { status: 400, body }, unexpected],
  ['a redirect', { status: 302 }, unexpected],
  ['a message with 200', { body }, unexpected],
  ['HTML with 200', { body: html }, unexpected],
  ['a truncated reply', { body: '[{"serial":"Invented"' }, unexpected],
  ['an empty reply', {}, unexpected],
  ['no reply', new SendError('no answer within 15 seconds'), unreachable('no answer within 15 seconds')],
];
