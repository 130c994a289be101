import { randomBytes, randomUUID } from 'node:crypto';
import { fillPath } from '@warranty/contracts/core/client';
import type { Endpoint } from '@warranty/contracts/core/endpoint';
import { labels } from '../../../harness/images.ts';
import { agentUser, device, scanOf, sendScan } from './agents.ts';
import { sameOriginHeaders } from './app.ts';
import { type BulkFixture, type BulkUser, dellFile, mapping } from './bulk.ts';
import { tokenUser } from './tokens.ts';

export interface OrdinaryRequest {
  method: Endpoint['method'];
  url: string;
  headers: Record<string, string>;
  payload?: string;
}

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const rows = { csvData: [{ Serial: 'B000001', Maker: 'Dell' }], fieldMapping: mapping };
const photo = () => ({ image: labels.dell.file().toString('base64'), mimeType: 'image/jpeg' });
const keys = { vendor: 'lenovo', keyType: 'api_key', keyValue: 'a-key-of-some-length' };

/** A valid body for each endpoint, by its name. A new endpoint with a body must be added here. */
const bodies: Record<string, (id: Ids) => object> = {
  'POST /api/auth/session': () => ({}),
  'POST /api/auth/recover': ({ recoveryCode }) => ({ recoveryCode }),
  'POST /api/warranty/lookup': () => ({ modelNumber: 'B000001', manufacturer: 'Dell' }),
  'POST /api/warranty/bulk': () => ({ items: [{ serialNumber: 'B000001' }] }),
  'POST /api/warranty/csv-preview': () => rows,
  'POST /api/warranty/csv-enhanced': () => rows,
  'POST /api/bulk-runs': () => ({ progressId: randomUUID(), fieldMapping: mapping }),
  'POST /api/ocr/extract': photo,
  'POST /api/ocr/warranty-lookup': () => ({ serialNumber: 'B000001', manufacturer: 'Dell' }),
  'POST /api/purchase-date/single': () => ({ assetDescription: 'Dell Latitude 5420' }),
  'POST /api/purchase-date/analyze': () => ({ csvData: [{ serialNumber: 'B000001' }] }),
  'POST /api/purchase-date/predict-bulk': () => ({ csvData: [{ serialNumber: 'B000001' }] }),
  'POST /api/user/{userId}/api-keys': () => keys,
  'POST /api/user/{userId}/api-keys/test': () => keys,
  'POST /api/external-tokens': () => ({ tokenName: 'Inventory script' }),
  'PATCH /api/external-tokens/{tokenId}': () => ({ tokenName: 'Another name' }),
  'POST /api/bulk-runs/{runId}/retry': () => ({ outcomes: ['failed'] }),
  'POST /api/agent/secrets': () => ({ name: 'Office north' }),
  'POST /api/agent/discoveries': () => scanOf([device(1)]),
  'POST /api/vendor-operations': () => ({
    vendor: 'dell',
    operation: 'asset-entitlements',
    parameters: { servicetags: 'abc1234' },
    auth: { type: 'oauth2', clientId: 'sim-client', clientSecret: 'sim-secret' },
  }),
};

type Ids = Record<string, string>;

/** Another browser session of the user, so that ending it does not end the one that sends the request. */
async function makeSession({ database }: BulkFixture['server'], userId: string): Promise<string> {
  const [row] = await database.query<{ id: string }>(
    'insert into sessions (token_hash, owner) select $2, id from users where username = $1 returning id',
    [userId, randomBytes(32)],
  );
  return row?.id ?? '';
}

/** Creates everything that a path may refer to, for each request: a request may delete it. */
async function makeIds(
  { server }: BulkFixture,
  { userId, cookie, create, run, call }: BulkUser,
  name: string,
) {
  const needs = (text: string) => name.includes(text);
  const { app } = server;
  const post = (url: string) =>
    app.inject({ method: 'POST', url, headers: { ...sameOriginHeaders, cookie } });
  if (needs('/api-keys/')) await call('POST', '', keys);
  const isFresh = /\/source|cancel$|DELETE .*runId/.test(name);
  const runId = !/runId|progressId/.test(name) ? '' : (await (isFresh ? create() : run(dellFile(3)))).id;
  return {
    ...{
      userId,
      vendor: 'lenovo',
      platform: 'linux',
      script: 'network_agent.ps1',
      runId,
      row: '1',
      progressId: runId,
    },
    tokenId: needs('{tokenId}') ? (await tokenUser(server, userId, cookie).make()).token.id : '',
    secretId: needs('{secretId}') ? (await agentUser(server, userId, cookie).make()).secret.id : '',
    browserSessionId: needs('{browserSessionId}') ? await makeSession(server, userId) : '',
    sessionId: needs('{sessionId}') ? await sendScan(server, { userId, cookie }) : '',
    recoveryCode: needs('/recover')
      ? (await post('/api/auth/recovery-code')).json<{ recoveryCode: string }>().recoveryCode
      : '',
  } satisfies Ids;
}

/** An ordinary user's request to an endpoint, with everything that it needs to succeed. */
export async function ordinaryRequest(
  scene: BulkFixture,
  user: BulkUser,
  endpoint: Endpoint,
): Promise<OrdinaryRequest> {
  const { method, path, upload, body } = endpoint;
  const name = nameOf(endpoint);
  const ids = await makeIds(scene, user, name);
  const bodyOf = bodies[name];
  if (body && !bodyOf) throw new Error(`${name}: give it a body among the ordinary requests`);
  const proof: Record<string, string> =
    endpoint.access === 'agent'
      ? {
          authorization: `Bearer ${(await agentUser(scene.server, user.userId, user.cookie).make()).rawSecret}`,
        }
      : { cookie: user.cookie };
  return {
    method,
    url: fillPath(path, ids),
    headers: {
      ...sameOriginHeaders,
      ...proof,
      ...(upload ? { 'content-type': upload[0] ?? '' } : body ? { 'content-type': 'application/json' } : {}),
    },
    ...(upload ? { payload: dellFile(20) } : bodyOf ? { payload: JSON.stringify(bodyOf(ids)) } : {}),
  };
}
