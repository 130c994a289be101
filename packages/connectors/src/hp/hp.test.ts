import { hp as vendor } from '@warranty/contracts/vendors/hp';
import { describe, expect, it } from 'vitest';
import { failureOf } from '../../test/failure.ts';
import type { VendorError } from '../outcome.ts';
import { SendError, type VendorReply, type VendorRequest } from '../send.ts';
import { createHp } from './hp.ts';
import { onsite } from './row.case.ts';

const token: VendorReply = {
  status: 200,
  headers: {},
  text: JSON.stringify({ access_token: 'sim-hp-77ab', token_type: 'Bearer', expires_in: '3599' }),
};
const json = (body: unknown, status = 200): VendorReply => ({
  status,
  headers: {},
  text: JSON.stringify(body),
});
const rowOf = (serialNumber: string) => ({ product: { serialNumber }, offers: [onsite] });
const bodyOf = (request: VendorRequest | undefined): unknown => JSON.parse(request?.body ?? 'null');

/** Sends the replies in the given order, then repeats the last one. */
function connect(replies: (VendorReply | SendError)[], tokens: VendorReply[] = [token]) {
  const requests: VendorRequest[] = [];
  const tokenRequests: VendorRequest[] = [];
  const hp = createHp({
    baseUrl: 'http://hp.test',
    keys: { clientId: 'sim-client', clientSecret: 'sim-secret' },
    now: () => Date.parse('2026-11-15T12:00:00Z'),
    async send(request) {
      const isToken = request.url.endsWith('/oauth/v1/token');
      const seen = isToken ? tokenRequests : requests;
      const script = isToken ? tokens : replies;
      seen.push(request);
      const reply = script[Math.min(seen.length, script.length) - 1];
      if (reply === undefined) throw new Error('nothing scripted');
      if (reply instanceof SendError) throw reply;
      return reply;
    },
  });
  return { hp, requests, tokenRequests };
}

describe('HP lookup', () => {
  it('posts a list of queries with a bearer token', async () => {
    const { hp, requests, tokenRequests } = connect([json([rowOf('5CG4120SIM'), { sn: '5CG0000BAD' }])]);
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
    const { hp } = connect([json([{ sn: 'ccc' }, rowOf('Bbb'), rowOf('AAA')])]);
    const answers = await hp.lookup(['aaa', 'AAA', 'BBB', 'CCC']);
    expect([...answers].map(([serial, { kind }]) => [serial, kind])).toEqual([
      ['aaa', 'found'],
      ['AAA', 'found'],
      ['BBB', 'found'],
      ['CCC', 'not-known'],
    ]);
  });

  it('requests missing serials a second time, then marks them as unexpected', async () => {
    const { hp, requests } = connect([json([rowOf('AAA'), rowOf('STRAY')]), json([rowOf('BBB')])]);
    const answers = await hp.lookup(['AAA', 'BBB#P1', 'CCC']);
    expect([...answers.values()].map(({ kind }) => kind)).toEqual(['found', 'found', 'unexpected']);
    expect(requests.map(bodyOf).slice(1)).toEqual([[{ sn: 'BBB', pn: 'P1' }, { sn: 'CCC' }]]);
  });

  it('keeps answers for one serial under two product numbers separate', async () => {
    const { hp, requests } = connect([json([rowOf('AAA')]), json([{ sn: 'AAA' }])]);
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
    const renewed = connect([json({}, 401), json([rowOf('AAA')])]);
    expect((await renewed.hp.lookup(['AAA'])).get('AAA')?.kind).toBe('found');
    expect(renewed.tokenRequests).toHaveLength(2);

    const refused = connect([json({}, 401)]);
    expect((await failureOf(refused.hp.lookup(['AAA']))).kind).toBe('key-refused');
    expect(refused.requests).toHaveLength(2);
  });
});

describe('HP failures', () => {
  const secret = 'vendor-words';
  const otherForm = 'the reply has an unexpected format';
  const fault = { fault: { faultstring: secret, detail: { errorcode: secret } } };
  const html: VendorReply = { status: 200, headers: {}, text: `<html>${secret}</html>` };

  it.each<[string, VendorReply | SendError, VendorError['kind'], string]>([
    ['401', json(fault, 401), 'key-refused', 'the keys were rejected'],
    ['403', json(fault, 403), 'key-refused', 'the keys were rejected'],
    ['429', json(fault, 429), 'busy', 'too many calls'],
    ['500', json(fault, 500), 'unreachable', 'HTTP status 500'],
    ['503 in HTML', { ...html, status: 503 }, 'unreachable', 'HTTP status 503'],
    ['a fault with 200', json(fault), 'unexpected', otherForm],
    ['a message with 200', json({ message: secret }), 'unexpected', otherForm],
    ['a message with 400', json({ message: secret }, 400), 'unexpected', otherForm],
    ['a fault with 404', json(fault, 404), 'unexpected', otherForm],
    ['a list with 202', json([rowOf('AAA')], 202), 'unexpected', otherForm],
    ['HTML with 200', html, 'unexpected', otherForm],
    ['XML with 200', { ...html, text: `<rows>${secret}</rows>` }, 'unexpected', otherForm],
    ['a truncated reply', { ...html, text: '[{"sn":"AAA"' }, 'unexpected', otherForm],
    ['an empty reply', { ...html, text: '' }, 'unexpected', otherForm],
    ['no reply', new SendError('no answer within 15 seconds'), 'unreachable', 'no answer within 15 seconds'],
  ])('report %s', async (_, reply, kind, reason) => {
    const failure = await failureOf(connect([reply]).hp.lookup(['AAA']));
    expect(failure).toMatchObject({ kind, reason });
    expect(failure.message).not.toContain(secret);
  });

  it('include the Retry-After time that HP sends', async () => {
    const busy = { ...json({}, 429), headers: { 'retry-after': '17' } };
    expect((await failureOf(connect([busy]).hp.lookup(['AAA']))).retryAfterSeconds).toBe(17);
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
      [json({ error: 'invalid_client', error_description: 'vendor-words' }, status)],
    );
    const failure = await failureOf(hp.checkKeys());
    expect(failure.kind).toBe(kind);
    expect(failure.message).not.toContain('vendor-words');
  });
});
