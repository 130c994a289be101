import { randomBytes, randomUUID } from 'node:crypto';
import { createAccessToken } from '@warranty/contracts/access-tokens';
import { createAgentSecret, sendDiscovery } from '@warranty/contracts/agents';
import { createBulkRun } from '@warranty/contracts/bulk-lookup';
import { fillPath } from '@warranty/contracts/core/client';
import type { Endpoint } from '@warranty/contracts/core/endpoint';
import { exampleAbout } from '@warranty/contracts/core/example';
import { extractLabel } from '@warranty/contracts/image-lookup';
import { createRecoveryCode, recoverSession } from '@warranty/contracts/session';
import { saveVendorKey } from '@warranty/contracts/vendor-keys';
import { labels } from '../../../harness/images.ts';
import { agentUser, sendTo } from './agents.ts';
import { sameOriginHeaders } from './app.ts';
import { type BulkFixture, type BulkUser, dellFile } from './bulk.ts';
import { prepareSignIn } from './sign-in-requests.ts';
import { tokenUser } from './tokens.ts';

export interface OrdinaryRequest {
  method: Endpoint['method'];
  url: string;
  headers: Record<string, string>;
  payload?: string;
}

type Make<T> = (scene: BulkFixture, user: BulkUser, endpoint: Endpoint) => T | Promise<T>;

const makeToken = (user: BulkUser) => tokenUser(user).make(createAccessToken.example.body.tokenName);

const makeSecret = (user: BulkUser) => agentUser(user).make(createAgentSecret.example.body.name);

const { fileName } = createBulkRun.example.body;

/** A completed run, unless the endpoint needs one in another state. */
async function makeRun({ query }: BulkFixture, user: BulkUser, { path }: Endpoint): Promise<string> {
  if (/\/(source|cancel)$/.test(path)) return (await user.create({ fileName })).id;
  const { id } = await user.run(dellFile(3), { fileName });
  const status = path.endsWith('/retry') ? 'cancelled' : path.endsWith('/resume') ? 'paused' : 'completed';
  await query('update bulk_runs set status = $2 where id = $1', [id, status]);
  return id;
}

/** Another browser session of the user, so that ending it does not end the one that sends the request. */
async function makeSession({ query }: BulkFixture, { userId }: BulkUser): Promise<string> {
  const [row] = await query<{ id: string }>(
    'insert into sessions (token_hash, owner) select $2, id from users where username = $1 returning id',
    [userId, randomBytes(32)],
  );
  return row?.id ?? '';
}

/** Creates what a path names, by its parameter. What does not have to be created is in the endpoint's example. */
const resources: Record<string, Make<string>> = {
  userId: (_, { userId }) => userId,
  runId: makeRun,
  progressId: makeRun,
  tokenId: async (_, user) => (await makeToken(user)).token.id,
  secretId: async (_, user) => (await makeSecret(user)).secret.id,
  browserSessionId: makeSession,
  async sessionId(scene, user) {
    const { rawSecret } = await makeSecret(user);
    return (await sendTo(scene.server)(rawSecret, sendDiscovery.example.body)).json().session_id;
  },
  passkeyId: () => 'AAAAAAAAAAAAAAAAAAAAAA',
  personId: () => randomUUID(),
  invitationId: () => randomUUID(),
  async vendor(_, user) {
    const { vendor, keyType, keyValue } = saveVendorKey.example.body;
    await user.save(vendor, keyType, keyValue);
    return vendor;
  },
};

/** Bodies that cannot be the example. */
const bodies = new Map<Endpoint, Make<object>>([
  // No user has the recovery code of the example.
  [
    recoverSession,
    async (_, user) => (await user.send(createRecoveryCode.method, createRecoveryCode.path)).json(),
  ],
  // Takes the reader longer than the pixel of the example.
  [extractLabel, () => ({ image: labels.dell.file().toString('base64'), mimeType: 'image/jpeg' })],
  // The example does not have every text that a user can write.
  [saveVendorKey, () => ({ ...saveVendorKey.example.body, description: 'Key of the north office' })],
]);

/** The example, about a device that the simulator knows. */
export const exampleBody = ({ example }: Endpoint): object =>
  exampleAbout((example?.body ?? {}) as object, 'B000001');

async function contentOf(...[scene, user, endpoint]: Parameters<Make<object>>) {
  const { upload, body } = endpoint;
  if (upload) return { type: upload[0], payload: dellFile(20) };
  if (!body) return null;
  const made = await bodies.get(endpoint)?.(scene, user, endpoint);
  return { type: 'application/json', payload: JSON.stringify(made ?? exampleBody(endpoint)) };
}

/** A request with everything that it needs to succeed but the caller's proof. It reuses what is in `made`, or adds it. */
export async function requestWithoutProof(
  scene: BulkFixture,
  user: BulkUser,
  endpoint: Endpoint,
  made: Record<string, string> = {},
): Promise<OrdinaryRequest> {
  const params: Record<string, unknown> = { ...endpoint.example?.params };
  for (const name of Object.keys(endpoint.params?.shape ?? {})) {
    const make = resources[name];
    if (make) params[name] = made[name] ??= await make(scene, user, endpoint);
    else if (!(name in params)) throw new Error(`${name} is neither in the example nor in resources`);
  }
  const content = await contentOf(scene, user, endpoint);
  return {
    method: endpoint.method,
    url: fillPath(endpoint.path, params),
    headers: content ? { 'content-type': content.type ?? '' } : {},
    ...(content ? { payload: content.payload } : {}),
  };
}

/** An ordinary user's request to an endpoint, with everything that it needs to succeed. */
export async function ordinaryRequest(
  scene: BulkFixture,
  user: BulkUser,
  endpoint: Endpoint,
): Promise<OrdinaryRequest> {
  const signIn = await prepareSignIn(scene.server, endpoint);
  if (signIn) return signInRequest(endpoint, signIn);
  const request = await requestWithoutProof(scene, user, endpoint);
  return {
    ...request,
    headers: { ...sameOriginHeaders, ...(await proofOf(user, endpoint)), ...request.headers },
  };
}

/** By a person, not by the user. */
function signInRequest(
  { method, path }: Endpoint,
  { params = {}, body, cookie }: NonNullable<Awaited<ReturnType<typeof prepareSignIn>>>,
): OrdinaryRequest {
  return {
    method,
    url: fillPath(path, params),
    headers: { ...sameOriginHeaders, cookie, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { payload: JSON.stringify(body) }),
  };
}

async function proofOf(user: BulkUser, { access }: Endpoint): Promise<Record<string, string>> {
  if (access === 'public') return {};
  if (access !== 'agent') return { cookie: user.cookie };
  return { authorization: `Bearer ${(await makeSecret(user)).rawSecret}` };
}
