import { lenovo as vendor } from '@warranty/contracts/vendors/lenovo';
import { describe, expect, it } from 'vitest';
import { commonFailures, failureOf, refused, unexpected } from '../../test/failure.ts';
import { inOrder, type Reply } from '../../test/scripted.ts';
import { createLenovo } from './lenovo.ts';
import { row } from './row.case.ts';

const json = (body: unknown, status = 200): Reply => ({ status, body });
const rowOf = (Serial: string) => ({ ...row, Serial });
const notFound = { Code: 100, Message: 'Invented' };
const severalFound = { Code: 101, Message: 'Invented' };

function connect(...replies: Reply[]) {
  const { requests, send } = inOrder(replies);
  const lenovo = createLenovo({
    baseUrl: 'http://lenovo.test',
    keys: { apiKey: 'sim-client-id' },
    now: () => Date.parse('2026-11-15T12:00:00Z'),
    send,
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

it.each<[string, Reply, object]>([
  ...commonFailures,
  ['403', { status: 403, body: 'Invented' }, refused],
  ['a code with 400', json(notFound, 400), unexpected],
  ['404 in HTML', { status: 404, body: '<html>Invented</html>' }, unexpected],
  ['404 without a code', json({ Message: 'Invented' }, 404), unexpected],
])('Lenovo reports %s, also during a key check', async (_, reply, expected) => {
  expect(await failureOf(connect(reply).lenovo.lookup(['AAA']))).toMatchObject(expected);
  expect(await failureOf(connect(reply).lenovo.checkKeys())).toMatchObject(expected);
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
