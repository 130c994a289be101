import { lenovo as vendor } from '@warranty/contracts/vendors/lenovo';
import { describe, expect, it } from 'vitest';
import { failureOf } from '../../test/failure.ts';
import type { VendorError } from '../outcome.ts';
import { SendError, type VendorReply, type VendorRequest } from '../send.ts';
import { createLenovo } from './lenovo.ts';
import { row } from './row.case.ts';

const json = (body: unknown, status = 200): VendorReply => ({
  status,
  headers: {},
  text: JSON.stringify(body),
});
const rowOf = (Serial: string) => ({ ...row, Serial });
const notFound = { Code: 100, Message: 'vendor-words' };
const severalFound = { Code: 101, Message: 'vendor-words' };

/** Sends the replies in the given order, then repeats the last one. */
function connect(...replies: (VendorReply | SendError)[]) {
  const requests: VendorRequest[] = [];
  const lenovo = createLenovo({
    baseUrl: 'http://lenovo.test',
    keys: { apiKey: 'sim-client-id' },
    now: () => Date.parse('2026-11-15T12:00:00Z'),
    async send(request) {
      requests.push(request);
      const reply = replies[Math.min(requests.length, replies.length) - 1];
      if (reply === undefined) throw new Error('nothing scripted');
      if (reply instanceof SendError) throw reply;
      return reply;
    },
  });
  return { lenovo, requests };
}

async function kindsOf(lenovo: ReturnType<typeof connect>['lenovo'], serials: string[]) {
  return [...(await lenovo.lookup(serials))].map(([serial, { kind }]) => `${serial} ${kind}`);
}

describe('Lenovo lookup', () => {
  it('requests a single serial with GET', async () => {
    const { lenovo, requests } = connect(json(rowOf('PFSIM001')));
    expect(await kindsOf(lenovo, ['PFSIM001.21HM'])).toEqual(['PFSIM001.21HM found']);
    expect(requests).toEqual([
      {
        method: 'GET',
        url: 'http://lenovo.test/v2.5/warranty?Serial=PFSIM001.21HM',
        headers: { ClientID: 'sim-client-id', accept: 'application/json' },
        timeoutMs: 15_000,
      },
    ]);
  });

  it('posts several serials as a form', async () => {
    const { lenovo, requests } = connect(json([rowOf('BBB'), rowOf('AAA')]));
    await lenovo.lookup(['AAA', 'BBB']);
    expect(requests).toMatchObject([
      {
        method: 'POST',
        url: 'http://lenovo.test/v2.5/warranty',
        headers: { ClientID: 'sim-client-id', 'content-type': 'application/x-www-form-urlencoded' },
        timeoutMs: 15_000,
      },
    ]);
    expect(new URLSearchParams(requests[0]?.body).get('Serial')).toBe('AAA,BBB');
  });

  it('matches by serial in any case and order, never by position', async () => {
    const { lenovo, requests } = connect(
      json([
        { Serial: 'ddd', ...severalFound },
        { Serial: 'ccc', ...notFound },
        rowOf('Bbb.21hm'),
        rowOf('AAA'),
      ]),
    );
    expect(await kindsOf(lenovo, ['aaa', 'AAA', 'BBB', 'CCC', 'DDD'])).toEqual([
      'aaa found',
      'AAA found',
      'BBB found',
      'CCC not-known',
      'DDD ambiguous',
    ]);
    expect(requests).toHaveLength(1);
  });

  it.each([200, 404])('reads the code of a single serial with status %i', async (status) => {
    expect((await connect(json(notFound, status)).lenovo.lookup(['AAA'])).get('AAA')).toEqual({
      kind: 'not-known',
    });
    expect((await connect(json(severalFound, status)).lenovo.lookup(['AAA'])).get('AAA')).toEqual({
      kind: 'ambiguous',
      missing: 'machine type',
    });
  });

  it('requests missing serials a second time, then marks them as unexpected', async () => {
    const { lenovo, requests } = connect(json([rowOf('AAA'), rowOf('STRAY')]), json([rowOf('BBB')]));
    expect(await kindsOf(lenovo, ['AAA', 'BBB', 'CCC'])).toEqual([
      'AAA found',
      'BBB found',
      'CCC unexpected',
    ]);
    expect(requests.map(({ body }) => new URLSearchParams(body).get('Serial'))).toEqual([
      'AAA,BBB,CCC',
      'BBB,CCC',
    ]);
  });

  it('requests a single missing serial with GET', async () => {
    const { lenovo, requests } = connect(json([rowOf('AAA')]), json(notFound, 404));
    expect(await kindsOf(lenovo, ['AAA', 'BBB'])).toEqual(['AAA found', 'BBB not-known']);
    expect(requests.map(({ method }) => method)).toEqual(['POST', 'GET']);
  });

  it('never assigns an answer to another serial', async () => {
    const { lenovo, requests } = connect(json(rowOf('OTHER')));
    expect(await kindsOf(lenovo, ['AAA'])).toEqual(['AAA unexpected']);
    expect(requests).toHaveLength(2);
  });

  it('keeps answers for one serial under two machine types separate', async () => {
    const { lenovo, requests } = connect(json(rowOf('AAA')), json(notFound, 404));
    expect(await kindsOf(lenovo, ['AAA.21HM', 'AAA.20XX'])).toEqual(['AAA.21HM found', 'AAA.20XX not-known']);
    expect(requests).toHaveLength(2);
  });

  it('makes no call for an empty list and rejects more than one batch', async () => {
    const { lenovo, requests } = connect();
    expect(await lenovo.lookup([])).toEqual(new Map());
    expect(vendor.batchSize).toBe(50);
    await expect(lenovo.lookup(Array.from({ length: 51 }, (_, index) => `S${index}`))).rejects.toThrow(
      '50 serials',
    );
    expect(requests).toEqual([]);
  });
});

describe('Lenovo failures', () => {
  const text = (status: number, body: string): VendorReply => ({ status, headers: {}, text: body });
  const otherForm = 'the reply has an unexpected format';
  const failures: [string, VendorReply | SendError, VendorError['kind'], string][] = [
    ['401', json({ message: 'vendor-words' }, 401), 'key-refused', 'the keys were rejected'],
    ['403', text(403, 'vendor-words'), 'key-refused', 'the keys were rejected'],
    ['429', json({ message: 'vendor-words' }, 429), 'busy', 'too many calls'],
    ['500', text(500, 'vendor-words'), 'unreachable', 'HTTP status 500'],
    ['502 in HTML', text(502, '<html>vendor-words</html>'), 'unreachable', 'HTTP status 502'],
    ['400', json({ Message: 'vendor-words' }, 400), 'unexpected', otherForm],
    ['a code with 400', json(notFound, 400), 'unexpected', otherForm],
    ['404 in HTML', text(404, '<html>vendor-words</html>'), 'unexpected', otherForm],
    ['404 without a code', json({ Message: 'vendor-words' }, 404), 'unexpected', otherForm],
    ['HTML with 200', text(200, '<html>vendor-words</html>'), 'unexpected', otherForm],
    ['a message with 200', json({ message: 'vendor-words' }), 'unexpected', otherForm],
    ['a truncated reply', text(200, '{"Serial":"AAA"'), 'unexpected', otherForm],
    ['an empty reply', text(200, ''), 'unexpected', otherForm],
    ['no reply', new SendError('no answer within 15 seconds'), 'unreachable', 'no answer within 15 seconds'],
  ];

  it.each(failures)('report %s', async (_, reply, kind, reason) => {
    const failure = await failureOf(connect(reply).lenovo.lookup(['AAA']));
    expect(failure).toMatchObject({ kind, reason });
    expect(failure.message).not.toContain('vendor-words');
  });

  it.each(failures)('report %s during a key check', async (_, reply, kind) => {
    expect((await failureOf(connect(reply).lenovo.checkKeys())).kind).toBe(kind);
  });

  it('include the Retry-After time that Lenovo sends', async () => {
    const busy = { ...json({}, 429), headers: { 'retry-after': '17' } };
    expect((await failureOf(connect(busy).lenovo.lookup(['AAA']))).retryAfterSeconds).toBe(17);
  });
});

describe('Lenovo checkKeys', () => {
  it.each([
    ['does not know it', json(notFound, 404)],
    ['knows several', json(severalFound, 404)],
    ['knows exactly one', json(rowOf('ZZ000000'))],
  ])('succeeds if Lenovo reads the serial and %s', async (_, reply) => {
    const { lenovo, requests } = connect(reply);
    await expect(lenovo.checkKeys()).resolves.toBeUndefined();
    expect(requests.map(({ method, url }) => [method, url])).toEqual([
      ['GET', 'http://lenovo.test/v2.5/warranty?Serial=ZZ000000'],
    ]);
  });
});
