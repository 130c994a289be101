import { cisco as vendor } from '@warranty/contracts/vendors/cisco';
import { describe, expect, it } from 'vitest';
import { busy, commonFailures, failureOf, refused, unexpected } from '../../test/failure.ts';
import { type Reply, toReply } from '../../test/scripted.ts';
import type { VendorRequest } from '../send.ts';
import { createCisco } from './cisco.ts';

const found = (serial: string, contractEnd = '2027-04-30') => ({
  sr_no: serial,
  is_covered: 'YES',
  orderable_pid_list: [
    { orderable_pid: 'C9300-48TST-A', item_description: 'Invented', item_type: 'CHASSIS' },
  ],
  service_contract_number: '200000001',
  service_line_descr: 'TST 8X5XNBD',
  covered_product_line_end_date: contractEnd,
  warranty_end_date: '',
});
const page = (rows: unknown[], index = 1, last = 1) => ({
  pagination_response_record: { page_index: index, last_index: last },
  serial_numbers: rows,
});
const problem = (code: string) => ({
  ErrorResponse: { APIError: [{ ErrorCode: code, ErrorDescription: 'Invented' }] },
});

type Script = (request: VendorRequest, call: number) => Reply;

const token = {
  body: { token_type: 'Bearer', expires_in: 3600, access_token: 'tst-token', scope: 'customscope' },
};

function connect(script: Script, tokenScript: Script = () => token) {
  const lookups: VendorRequest[] = [];
  const tokenCalls: VendorRequest[] = [];
  const cisco = createCisco({
    baseUrl: 'https://api.test',
    tokenBaseUrl: 'https://id.test',
    keys: { clientId: 'tst-client', clientSecret: 'tst-secret' },
    now: () => Date.parse('2026-11-15T12:00:00Z'),
    async send(request) {
      const isToken = request.url.startsWith('https://id.test/');
      const calls = isToken ? tokenCalls : lookups;
      calls.push(request);
      return toReply((isToken ? tokenScript : script)(request, calls.length));
    },
  });
  return { cisco, lookups, tokenCalls };
}

describe('Cisco lookup', () => {
  it('puts the serials into the path, each encoded and separated by plain commas', async () => {
    const { cisco, lookups, tokenCalls } = connect(() => ({ body: page([found('TST1'), found('A/2')]) }));
    await cisco.lookup(['TST1', 'A/2']);
    expect(lookups).toMatchObject([
      {
        method: 'GET',
        url: 'https://api.test/sn2info/v2/coverage/summary/serial_numbers/TST1,A%2F2?page_index=1',
        headers: { authorization: 'Bearer tst-token' },
        timeoutMs: 15_000,
      },
    ]);
    expect(tokenCalls).toMatchObject([{ method: 'POST', url: 'https://id.test/oauth2/default/v1/token' }]);
  });

  it('matches answers by serial, never by position', async () => {
    const { cisco } = connect(() => ({
      body: page([
        found('TST2', '2029-01-31'),
        { sr_no: 'TST3', ...problem('NO_RECORDS_FOUND') },
        found('TST1'),
      ]),
    }));
    const answers = await cisco.lookup(['TST1', 'TST2', 'TST3']);
    expect([...answers.keys()]).toEqual(['TST1', 'TST2', 'TST3']);
    expect(answers.get('TST2')).toMatchObject({ entitlements: [{ endsAt: '2029-01-31' }] });
    expect(answers.get('TST3')).toEqual({ kind: 'not-known' });
  });

  it('reads every page', async () => {
    const { cisco, lookups } = connect((_, call) => ({ body: page([found(`TST${call}`)], call, 3) }));
    const answers = await cisco.lookup(['TST1', 'TST2', 'TST3']);
    expect([...answers.values()].map(({ kind }) => kind)).toEqual(['found', 'found', 'found']);
    expect(lookups.map(({ url }) => url.at(-1))).toEqual(['1', '2', '3']);
  });

  it('requests serials without a row a second time, then marks them as unexpected', async () => {
    const { cisco, lookups } = connect((_, call) => ({
      body: page(call === 1 ? [found('TST1')] : [found('TST2')]),
    }));
    const answers = await cisco.lookup(['TST1', 'TST2', 'TST3']);
    expect([...answers.values()].map(({ kind }) => kind)).toEqual(['found', 'found', 'unexpected']);
    expect(lookups[1]?.url).toContain('/TST2,TST3?');
    expect(lookups).toHaveLength(2);
  });

  it('stops when the same page is returned again', async () => {
    const { cisco, lookups } = connect(() => ({ body: page([found('TST1')], 1, 9) }));
    expect((await cisco.lookup(['TST1'])).get('TST1')).toMatchObject({ entitlements: [{}] });
    expect(lookups).toHaveLength(2);
  });

  it('stops after 20 pages if the vendor never reports a last page', async () => {
    const { cisco, lookups } = connect((_, call) => ({ body: page([found('TST1')], call, call + 1) }));
    await cisco.lookup(['TST1']);
    expect(lookups).toHaveLength(20);
  });

  it('does not request serials that are longer than any Cisco serial', async () => {
    const long = 'T'.repeat(41);
    const { cisco, lookups, tokenCalls } = connect(() => ({ body: page([found('TST1')]) }));
    expect(await cisco.lookup([long])).toEqual(new Map([[long, { kind: 'not-known' }]]));
    expect([lookups.length, tokenCalls.length]).toEqual([0, 0]);
    expect((await cisco.lookup(['TST1', long])).get('TST1')?.kind).toBe('found');
    expect(lookups[0]?.url).toContain('/TST1?');
  });

  it('treats a reply without records as not known for every serial', async () => {
    const { cisco, lookups } = connect(() => ({ body: problem('NO_RECORDS_FOUND') }));
    expect((await cisco.lookup(['TST1', 'TST2'])).get('TST2')).toEqual({ kind: 'not-known' });
    expect(lookups).toHaveLength(1);
  });

  it('treats a later page without records as the end', async () => {
    const { cisco } = connect((_, call) => ({
      body: call === 1 ? page([found('TST1')], 1, 2) : problem('NO_RECORDS_FOUND'),
    }));
    const answers = await cisco.lookup(['TST1']);
    expect(answers.get('TST1')?.kind).toBe('found');
  });

  it('rejects more serials than one call accepts', async () => {
    const { cisco } = connect(() => ({}));
    expect(vendor.batchSize).toBe(75);
    await expect(cisco.lookup(Array.from({ length: 76 }, (_, index) => `TST${index}`))).rejects.toThrow('75');
  });
});

describe('Cisco failures', () => {
  const mashery = (code: string, extra: Record<string, string> = {}) => ({
    status: 403,
    headers: { 'x-mashery-error-code': code, ...extra },
    body: '<h1>Invented refusal</h1>',
  });

  it.each<[string, Reply, object]>([
    ...commonFailures,
    ['too many calls per second, in the header', mashery('ERR_403_DEVELOPER_OVER_QPS'), busy(1)],
    [
      'too many calls per second, in the body',
      { status: 403, body: { error: 'ERR_403_DEVELOPER_OVER_QPS' } },
      busy(1),
    ],
    [
      'too many calls per second, as text',
      { status: 403, body: 'Account Over Queries Per Second Limit' },
      busy(1),
    ],
    [
      'too many calls per second, with a Retry-After',
      mashery('ERR_403_DEVELOPER_OVER_QPS', { 'retry-after': '7' }),
      busy(7),
    ],
    ['a service over its limit', mashery('ERR_403_SERVICE_OVER_QPS'), busy(1)],
    ['an exhausted daily quota', mashery('ERR_403_DEVELOPER_OVER_RATE'), busy(3600)],
    ['an exhausted daily quota, as text', { status: 403, body: '<h1>Developer Over Rate</h1>' }, busy(3600)],
    ['an exhausted quota', { status: 403, body: { code: 'QUOTA_EXCEEDED' } }, busy(3600)],
    ['a service over capacity', { status: 403, body: 'Rate Limit Exceeded' }, busy(60)],
    ['an inactive account', mashery('ERR_403_DEVELOPER_INACTIVE'), refused],
    ['a rejected token', mashery('ERR_403_NOT_AUTHORIZED'), refused],
    ['403 with HTML', { status: 403, body: '<h1>Not Authorized</h1>' }, refused],
    ['403 with a code', { status: 403, body: problem('API_NOTAUTHORIZED') }, refused],
    ['400 with a code for not authorized', { status: 400, body: problem('API_NOTAUTHORIZED') }, refused],
    ['200 with a code for not authorized', { status: 200, body: problem('API_NOTAUTHORIZED') }, refused],
    ['missing parameters', { status: 400, body: problem('API_MISSING_PARAMETERS') }, unexpected],
    ['invalid input', { status: 400, body: problem('API_INVALID_INPUT') }, unexpected],
    ['too many inputs', { status: 400, body: problem('EXCEEDED_INPUTS') }, unexpected],
    ['too many results', { status: 200, body: problem('EXCEEDED_OUTPUT') }, unexpected],
    ['400 with HTML', { status: 400, body: '<h1>Bad Request</h1>' }, unexpected],
    ['400 with a summary', { status: 400, body: page([found('TST1')]) }, unexpected],
    ['404', { status: 404, body: '' }, unexpected],
    ['the gateway’s own 596', { status: 596 }, { kind: 'unreachable', reason: 'HTTP status 596' }],
  ])('report %s', async (_, reply, expected) => {
    const { cisco } = connect(() => reply);
    expect(await failureOf(cisco.lookup(['TST1']))).toMatchObject(expected);
  });

  it.each<[string, Reply]>([
    ['401', { status: 401 }],
    ['the gateway’s 403', mashery('ERR_403_NOT_AUTHORIZED')],
  ])('lead to one new token after %s', async (_, refusal) => {
    const { cisco, lookups, tokenCalls } = connect((_, call) =>
      call === 1 ? refusal : { body: page([found('TST1')]) },
    );
    expect((await cisco.lookup(['TST1'])).get('TST1')?.kind).toBe('found');
    expect([lookups.length, tokenCalls.length]).toEqual([2, 2]);
  });
});

describe('Cisco keys', () => {
  const okta = { errorCode: 'invalid_client', errorSummary: 'Invented: not valid', errorCauses: [] };

  it('are checked with the token call only', async () => {
    const { cisco, lookups, tokenCalls } = connect(() => ({}));
    await cisco.checkKeys();
    expect([lookups.length, tokenCalls.length]).toEqual([0, 1]);
    expect(tokenCalls[0]?.body).toBe(
      'grant_type=client_credentials&client_id=tst-client&client_secret=tst-secret',
    );
  });

  it.each<[string, Reply, string]>([
    ['a bad client', { status: 401, body: okta }, 'key-refused'],
    ['a bad request', { status: 400, body: okta }, 'key-refused'],
    ['a token in another format', { body: { token: 'tst' } }, 'unexpected'],
    ['too many calls', { status: 429 }, 'busy'],
    ['a failing host', { status: 503 }, 'unreachable'],
  ])('fail with %s', async (_, reply, kind) => {
    const { cisco } = connect(
      () => ({}),
      () => reply,
    );
    expect(await failureOf(cisco.checkKeys())).toMatchObject({ kind });
    expect(await failureOf(cisco.lookup(['TST1']))).toMatchObject({ kind });
  });
});
