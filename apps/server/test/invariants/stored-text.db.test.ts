import type { Endpoint } from '@warranty/contracts/core/endpoint';
import type { LightMyRequestResponse } from 'fastify';
import { expect, it } from 'vitest';
import { agentUser } from '../agents.ts';
import { sameOriginHeaders, startTestApp } from '../app.ts';
import { mapping } from '../bulk.ts';
import { endpoints, named } from '../endpoints.ts';
import { fillOrganization } from '../fill-everything.ts';
import { cookieOf, startMember } from '../people.ts';
import { sample, withText } from '../sample.ts';

/** Text that PostgreSQL cannot store as text, and text that it cannot store as JSON. */
const nul = 'a\0b';
const halfPair = 'a\ud83d';

// Credentials for a vendor that never replies.
const env = {
  DELL_CLIENT_ID: 'x',
  DELL_CLIENT_SECRET: 'x',
  DELL_BASE_URL: 'http://127.0.0.1:1',
  SIGN_IN: 'optional',
};
const server = await startTestApp({ env });
const user = await server.startSession();
const admin = await startMember(server, (await fillOrganization(server)).organization, 'admin');
const { rawSecret } = await agentUser(user).make();
const { id } = (await user.send('POST', '/api/bulk-runs', { fieldMapping: mapping })).json();
// A browser is in no organization.
const known = { userId: user.userId, runId: id, progressId: id, vendor: 'dell', organization: '' };

interface Parts {
  params: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
}

function partsOf({ params, query, body }: Endpoint): Parts {
  return {
    params: (params ? sample(params, known) : {}) as Record<string, string>,
    query: (query ? sample(query, known) : {}) as Record<string, string>,
    body: body ? sample(body, known) : undefined,
  };
}

function send(endpoint: Endpoint, { params, query, body }: Parts) {
  const { method, path, access } = endpoint;
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams(query).toString();
  const isForPeople = access === 'person' || 'peopleOnly' in endpoint;
  const cookie = isForPeople ? cookieOf(admin) : user.cookie;
  const credential = access === 'agent' ? { authorization: `Bearer ${rawSecret}` } : { cookie };
  return server.app.inject({
    method,
    url: search ? `${address}?${search}` : address,
    headers: {
      ...sameOriginHeaders,
      ...credential,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
}

/** Puts one of the texts in every place of a request that takes a string. */
function* hostileParts(endpoint: Endpoint): Generator<{ path: string; parts: Parts }> {
  const parts = partsOf(endpoint);
  for (const name of ['params', 'query', 'body'] as const)
    for (const text of name === 'body' ? [nul, halfPair] : [nul])
      for (const { path, value } of withText(parts[name], text, name))
        yield { path, parts: { ...parts, [name]: value } };
}

function expectRejected(response: LightMyRequestResponse, path: string): void {
  expect(response.statusCode, path).toBe(400);
  expect(response.json(), path).toMatchObject({ code: 'invalid_request', details: [{ path }] });
}

it.each(named(endpoints.filter(({ params, query, body }) => params || query || body)))(
  'text that cannot be stored is rejected or cleaned by %s, and never causes a server error',
  async (_, endpoint) => {
    let places = 0;
    for (const { path, parts } of hostileParts(endpoint)) {
      places += 1;
      const response = await send(endpoint, parts);
      const isParsedElsewhere = endpoint.bodyAsBytes || endpoint.cleansText;
      if (path.startsWith('body') && isParsedElsewhere) expect(response.statusCode, path).toBeLessThan(500);
      else expectRejected(response, path);
    }
    expect(places).toBeGreaterThan(0);
  },
);
