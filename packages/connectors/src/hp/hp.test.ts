import { hp as vendor } from '@warranty/contracts/vendors/hp';
import { describe, expect, it } from 'vitest';
import { commonFailures, failureOf, refused, unexpected } from '../../test/failure.ts';
import { inOrder, type Reply } from '../../test/scripted.ts';
import type { VendorError } from '../outcome.ts';
import type { VendorRequest } from '../send.ts';
import { createHp } from './hp.ts';
import { onsite } from './row.case.ts';

const token = { body: { access_token: 'sim-hp-77ab', token_type: 'Bearer', expires_in: '3599' } };
const rowOf = (serialNumber: string) => ({ product: { serialNumber }, offers: [onsite] });
const bodyOf = (request: VendorRequest | undefined): unknown => JSON.parse(request?.body ?? 'null');

function connect(replies: Reply[], tokens: Reply[] = [token]) {
  const [lookups, tokenCalls] = [inOrder(replies), inOrder(tokens)];
  const hp = createHp({
    baseUrl: 'http://hp.test',
    keys: { clientId: 'sim-client', clientSecret: 'sim-secret' },
    now: () => Date.parse('2026-11-15T12:00:00Z'),
    send: (request) => (request.url.endsWith('/oauth/v1/token') ? tokenCalls : lookups).send(request),
  });
  return { hp, requests: lookups.requests, tokenRequests: tokenCalls.requests };
}

describe('HP lookup', () => {
  it('posts a list of queries with a bearer token', async () => {
    const { hp, requests, tokenRequests } = connect([{ body: [rowOf('5CG4120SIM'), { sn: '5CG0000BAD' }] }]);
    const answers = await hp.lookup(['5CG4120SIM#8C2X9UT#ABA', '5CG0000BAD']);
    expect(answers.get('5CG4120SIM#8C2X9UT#ABA')).toMatchObject({
      kind: 'found',
      device: { serviceTag: '5CG4120SIM' },
    });
    expect(answers.get('5CG0000BAD')).toEqual({ kind: 'not-known' });
    expect(requests).toMatchObject([
      {
        method: 'POST',
        url: 'http://hp.test/productwarranty/v2/queries',
        headers: { authorization: 'Bearer sim-hp-77ab', 'content-type': 'application/json' },
        timeoutMs: 15_000,
      },
    ]);
    expect(bodyOf(requests[0])).toEqual([{ sn: '5CG4120SIM', pn: '8C2X9UT#ABA' }, { sn: '5CG0000BAD' }]);
    expect(tokenRequests).toHaveLength(1);
  });

  it('matches by serial in any case and order, never by position', async () => {
    const { hp } = connect([{ body: [{ sn: 'ccc' }, rowOf('Bbb'), rowOf('AAA')] }]);
    const answers = await hp.lookup(['aaa', 'AAA', 'BBB', 'CCC']);
    expect([...answers].map(([serial, { kind }]) => [serial, kind])).toEqual([
      ['aaa', 'found'],
      ['AAA', 'found'],
      ['BBB', 'found'],
      ['CCC', 'not-known'],
    ]);
  });

  it('requests missing serials a second time, then marks them as unexpected', async () => {
    const { hp, requests } = connect([{ body: [rowOf('AAA'), rowOf('STRAY')] }, { body: [rowOf('BBB')] }]);
    const answers = await hp.lookup(['AAA', 'BBB#P1', 'CCC']);
    expect([...answers.values()].map(({ kind }) => kind)).toEqual(['found', 'found', 'unexpected']);
    expect(requests.map(bodyOf).slice(1)).toEqual([[{ sn: 'BBB', pn: 'P1' }, { sn: 'CCC' }]]);
  });

  it('keeps answers for one serial under two product numbers separate', async () => {
    const { hp, requests } = connect([{ body: [rowOf('AAA')] }, { body: [{ sn: 'AAA' }] }]);
    const answers = await hp.lookup(['AAA#P1', 'AAA#P2']);
    expect([...answers.values()].map(({ kind }) => kind)).toEqual(['found', 'not-known']);
    expect(requests.map(bodyOf)).toEqual([[{ sn: 'AAA', pn: 'P1' }], [{ sn: 'AAA', pn: 'P2' }]]);
  });

  it('makes no call for an empty list and rejects more than one batch', async () => {
    const { hp, requests, tokenRequests } = connect([]);
    expect(await hp.lookup([])).toEqual(new Map());
    expect(vendor.batchSize).toBe(10);
    await expect(hp.lookup(Array.from({ length: 11 }, (_, index) => `S${index}`))).rejects.toThrow(
      '10 serials',
    );
    expect([...requests, ...tokenRequests]).toEqual([]);
  });

  it('fetches a new token once after a rejected one', async () => {
    const renewed = connect([{ status: 401 }, { body: [rowOf('AAA')] }]);
    expect((await renewed.hp.lookup(['AAA'])).get('AAA')?.kind).toBe('found');
    expect(renewed.tokenRequests).toHaveLength(2);

    const refused = connect([{ status: 401 }]);
    expect((await failureOf(refused.hp.lookup(['AAA']))).kind).toBe('key-refused');
    expect(refused.requests).toHaveLength(2);
  });
});

describe('HP failures', () => {
  const fault = { fault: { faultstring: 'Invented', detail: { errorcode: 'Invented' } } };

  it.each<[string, Reply, object]>([
    ...commonFailures,
    ['403', { status: 403, body: fault }, refused],
    ['a fault with 200', { body: fault }, unexpected],
    ['a fault with 404', { status: 404, body: fault }, unexpected],
    ['a list with 202', { status: 202, body: [rowOf('AAA')] }, unexpected],
  ])('report %s', async (_, reply, expected) => {
    expect(await failureOf(connect([reply]).hp.lookup(['AAA']))).toMatchObject(expected);
  });
});

describe('HP checkKeys', () => {
  it('makes only the token call', async () => {
    const { hp, requests, tokenRequests } = connect([]);
    await hp.checkKeys();
    expect(requests).toEqual([]);
    expect(tokenRequests.map(({ method, url, body }) => [method, url, body])).toEqual([
      [
        'POST',
        'http://hp.test/oauth/v1/token',
        'grant_type=client_credentials&client_id=sim-client&client_secret=sim-secret',
      ],
    ]);
  });

  it.each<[number, VendorError['kind']]>([
    [400, 'key-refused'],
    [401, 'key-refused'],
    [403, 'key-refused'],
    [429, 'busy'],
    [502, 'unreachable'],
    [200, 'unexpected'],
  ])('maps a token reply with status %i and no token to %s', async (status, kind) => {
    const { hp } = connect(
      [],
      [{ status, body: { error: 'invalid_client', error_description: 'Invented' } }],
    );
    expect((await failureOf(hp.checkKeys())).kind).toBe(kind);
  });
});
