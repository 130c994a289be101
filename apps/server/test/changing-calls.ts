import { randomUUID } from 'node:crypto';
import { fillPath } from '@warranty/contracts/core/client';
import type { Endpoint } from '@warranty/contracts/core/endpoint';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { agentUser, device, scanOf, sendTo } from './agents.ts';
import { sameOriginHeaders } from './app.ts';
import { type BulkFixture, type BulkUser, dellFile, mapping } from './bulk.ts';
import { tokenUser } from './tokens.ts';

export const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

/** A valid call that is ready to be made. */
export type ReadyCall = () => Promise<LightMyRequestResponse>;

/** In every place where a user can write something. */
export const canaries = {
  token: 'canary token name',
  secret: 'canary secret name',
  key: 'canary-key-value-771',
  description: 'canary description',
  hostname: 'canary-host',
  file: 'canary-file.csv',
  serial: 'CANARY1',
};

/** Creates a user with what each endpoint that changes something needs, and returns the call. */
export function createChangingCalls(scene: BulkFixture): Record<string, () => Promise<ReadyCall>> {
  const { server } = scene;

  const as = (user: { cookie: string }, options: InjectOptions) =>
    server.app.inject({
      ...options,
      headers: { ...sameOriginHeaders, cookie: user.cookie, ...options.headers },
    });

  /** A call by a new user; `path` fills the path, `body` makes the payload. */
  const call =
    (
      name: string,
      prepare: (user: BulkUser) => Promise<{
        params?: Record<string, string>;
        payload?: InjectOptions['payload'];
        headers?: Record<string, string>;
      }>,
    ) =>
    async (): Promise<ReadyCall> => {
      const user = await scene.startBulkUser();
      const { params = {}, payload, headers = {} } = await prepare(user);
      const [method, path = ''] = name.split(' ');
      const url = fillPath(path, params);
      return () =>
        as(user, { method: method as 'POST', url, headers, ...(payload === undefined ? {} : { payload }) });
    };

  const calls: Record<string, () => Promise<ReadyCall>> = {};
  const add = (name: string, prepare: Parameters<typeof call>[1]) => {
    calls[name] = call(name, prepare);
  };

  calls['POST /api/auth/session'] = async () => async () => (await server.startSession()).response;
  calls['POST /api/auth/recover'] = async () => {
    const user = await scene.startBulkUser();
    const { recoveryCode } = (await user.send('POST', '/api/auth/recovery-code')).json();
    return () =>
      server.app.inject({
        method: 'POST',
        url: '/api/auth/recover',
        headers: sameOriginHeaders,
        payload: { recoveryCode },
      });
  };
  add('DELETE /api/auth/session', async () => ({}));
  add('POST /api/auth/recovery-code', async () => ({}));
  add('DELETE /api/auth/sessions', async () => ({}));
  add('DELETE /api/auth/sessions/{browserSessionId}', async ({ userId }) => {
    const [session] = await server.database.query<{ id: string }>(
      `insert into sessions (token_hash, owner) select sha256($2::bytea), id from users where username = $1
       returning id`,
      [userId, randomUUID()],
    );
    return { params: { browserSessionId: session?.id ?? '' } };
  });

  const token = ({ userId, cookie }: BulkUser) => tokenUser(server, userId, cookie).make(canaries.token);
  const tokenParams = async (user: BulkUser) => ({ tokenId: (await token(user)).token.id });
  add('POST /api/external-tokens', async () => ({ payload: { tokenName: canaries.token } }));
  add('PATCH /api/external-tokens/{tokenId}', async (user) => ({
    params: await tokenParams(user),
    payload: { tokenName: `${canaries.token} 2`, isActive: false },
  }));
  add('DELETE /api/external-tokens/{tokenId}', async (user) => ({ params: await tokenParams(user) }));

  const secret = ({ userId, cookie }: BulkUser) => agentUser(server, userId, cookie).make(canaries.secret);
  add('POST /api/agent/secrets', async () => ({ payload: { name: canaries.secret } }));
  add('DELETE /api/agent/secrets/{secretId}', async (user) => ({
    params: { secretId: (await secret(user)).secret.id },
  }));
  add('DELETE /api/agent/secrets/{secretId}/agent', async (user) => ({
    params: { secretId: (await secret(user)).secret.id },
  }));
  calls['POST /api/agent/discoveries'] = async () => {
    const { rawSecret } = await secret(await scene.startBulkUser());
    const scan = scanOf([device(1, { hostname: canaries.hostname, serial: canaries.serial })]);
    return () => sendTo(server)(rawSecret, scan);
  };

  const key = { vendor: 'lenovo', keyType: 'api_key', keyValue: canaries.key };
  add('POST /api/user/{userId}/api-keys', async ({ userId }) => ({
    params: { userId },
    payload: { ...key, description: canaries.description },
  }));
  add('POST /api/user/{userId}/api-keys/test', async ({ userId }) => ({ params: { userId }, payload: key }));
  add('DELETE /api/user/{userId}/api-keys/{vendor}', async (user) => {
    await user.save('lenovo', 'api_key', canaries.key);
    return { params: { userId: user.userId, vendor: 'lenovo' } };
  });

  add('POST /api/vendor-operations', async () => ({
    payload: {
      vendor: 'dell',
      operation: 'asset-entitlements',
      parameters: { servicetags: canaries.serial },
      auth: { type: 'oauth2', clientId: 'sim-client', clientSecret: canaries.key },
    },
  }));

  const file = `Serial,Maker\n${canaries.serial},Dell\n`;
  const finished = async (user: BulkUser) => (await user.run(file, { fileName: canaries.file })).id;
  const created = async (user: BulkUser) => (await user.create({ fileName: canaries.file })).id;
  add('POST /api/bulk-runs', async () => ({
    payload: { progressId: randomUUID(), fieldMapping: mapping, fileName: canaries.file },
  }));
  add('PUT /api/bulk-runs/{runId}/source', async (user) => ({
    params: { runId: await created(user) },
    payload: file,
    headers: { 'content-type': 'text/csv' },
  }));
  add('GET /api/bulk-runs/{runId}/file', async (user) => ({ params: { runId: await finished(user) } }));
  add('POST /api/bulk-runs/{runId}/cancel', async (user) => ({ params: { runId: await created(user) } }));
  add('POST /api/bulk-runs/{runId}/retry', async (user) => {
    const runId = await finished(user);
    await server.database.query("update bulk_runs set status = 'cancelled' where id = $1", [runId]);
    return { params: { runId } };
  });
  add('POST /api/bulk-runs/{runId}/resume', async (user) => {
    const runId = await finished(user);
    await server.database.query("update bulk_runs set status = 'paused' where id = $1", [runId]);
    return { params: { runId } };
  });
  add('DELETE /api/bulk-runs/{runId}', async (user) => ({ params: { runId: await finished(user) } }));
  add('DELETE /api/progress/{progressId}', async (user) => ({
    params: { progressId: await finished(user) },
  }));
  add('POST /api/warranty/csv-enhanced', async () => ({
    payload: { csvData: [{ Serial: canaries.serial, Maker: 'Dell' }], fieldMapping: mapping },
  }));

  add('GET /api/audit-events/file', async () => ({}));

  const csvData = [{ Serial: 'B000001', Maker: 'Dell' }];
  add('POST /api/warranty/lookup', async () => ({
    payload: { modelNumber: 'B000001', manufacturer: 'Dell' },
  }));
  add('POST /api/warranty/bulk', async () => ({ payload: { items: [{ serialNumber: 'B000001' }] } }));
  add('POST /api/warranty/csv-preview', async () => ({ payload: { csvData, fieldMapping: mapping } }));
  add('POST /api/ocr/extract', async () => ({ payload: { image: 'AAAA' } }));
  add('POST /api/ocr/warranty-lookup', async () => ({
    payload: { serialNumber: 'B000001', manufacturer: 'Dell' },
  }));
  add('POST /api/purchase-date/single', async () => ({
    payload: { assetDescription: 'Dell Latitude 5420' },
  }));
  const assets = { csvData: [{ serialNumber: 'B000001' }] };
  add('POST /api/purchase-date/analyze', async () => ({ payload: assets }));
  add('POST /api/purchase-date/predict-bulk', async () => ({ payload: assets }));
  return calls;
}

/** For paths that only read. */
export async function createReadParams(scene: BulkFixture, user: BulkUser): Promise<Record<string, string>> {
  const runId = (await user.run(dellFile(1))).id;
  const { rawSecret } = await agentUser(scene.server, user.userId, user.cookie).make();
  const sessionId = (await sendTo(scene.server)(rawSecret, scanOf([device(1)]))).json().session_id;
  return {
    userId: user.userId,
    runId,
    row: '1',
    progressId: runId,
    sessionId,
    platform: 'linux',
    script: 'network_agent.ps1',
  };
}
