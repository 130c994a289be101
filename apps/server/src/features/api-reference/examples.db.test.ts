import type { Endpoint } from '@warranty/contracts/core/endpoint';
import { recoverSession } from '@warranty/contracts/session';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sameOriginHeaders } from '../../../test/app.ts';
import { type BulkFixture, type BulkUser, startBulkFixture } from '../../../test/bulk.ts';
import { endpoints } from '../../../test/endpoints.ts';
import { bodyExamples } from './api-reference.ts';

/** No user has the recovery code of the example. */
const refused = new Map<Endpoint, string>([[recoverSession, 'recovery_code_refused']]);
const examples = bodyExamples('ACTV123');

let scene: BulkFixture;
let user: BulkUser;
let headers: Record<string, string>;
let params: Record<string, string>;
beforeAll(async () => {
  scene = await startBulkFixture();
  user = await scene.startBulkUser();
  headers = { ...sameOriginHeaders, cookie: user.cookie };
  const { token } = (await user.send('POST', '/api/external-tokens', { tokenName: 'for the path' })).json();
  const { id: runId } = await user.run('Serial,Maker\nACTV123,Dell\n');
  params = { userId: user.userId, tokenId: token.id, runId };
});
afterAll(() => scene.close());

async function headersFor({ access }: Endpoint): Promise<Record<string, string>> {
  if (access !== 'agent') return headers;
  const { rawSecret } = (await user.send('POST', '/api/agent/secrets', { name: 'for the scan' })).json();
  return { host: sameOriginHeaders.host, authorization: `Bearer ${rawSecret}` };
}

it.each(endpoints.filter(({ body }) => body).map((each) => [`${each.method} ${each.path}`, each] as const))(
  '%s accepts its example',
  async (_, endpoint) => {
    const url = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? name);
    const reply = await scene.server.app.inject({
      method: endpoint.method,
      url,
      headers: await headersFor(endpoint),
      payload: examples.get(endpoint) as object,
    });
    const code = reply.statusCode < 400 ? null : (reply.json().code ?? reply.body);
    expect(code).toBe(refused.get(endpoint) ?? null);
  },
);
