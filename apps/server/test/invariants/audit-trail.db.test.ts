import type { Endpoint } from '@warranty/contracts/core/endpoint';
import { beforeAll, describe, expect, it } from 'vitest';
import { installationOwner } from '../../src/platform/ownership/owner-id.ts';
import { startBulkFixture } from '../bulk.ts';
import { dumpDatabase } from '../dump.ts';
import { endpoints, named, nameOf } from '../endpoints.ts';
import { handlerOf, untilBulkJobsEnd } from '../jobs.ts';
import { type OrdinaryRequest, ordinaryRequest } from '../ordinary-requests.ts';
import { tokenUser, withToken } from '../tokens.ts';

const audited = endpoints.filter(({ audit }) => audit);
const unaudited = endpoints.filter(({ method, audit }) => method !== 'GET' && !audit);
const reads = endpoints.filter(({ method, audit }) => method === 'GET' && !audit);

const scene = await startBulkFixture({ SIGN_IN: 'optional', NEW_SESSIONS_PER_HOUR: '10000' });
const { server, query } = scene;

/** By a new user. */
const requestTo = async (endpoint: Endpoint) => ordinaryRequest(scene, await scene.startBulkUser(), endpoint);
const send = (request: OrdinaryRequest) => server.app.inject(request);

/** Texts of requests that users can choose. */
const written: string[] = [];

/** What an event may contain. */
const ourWords = ['Dell', 'dell', 'asset-entitlements', 'lenovo', 'api_key', 'viewer'];

const stringsIn = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(stringsIn);

function textsIn({ headers, payload = '' }: OrdinaryRequest): string[] {
  if (headers['content-type'] !== 'application/json') return [];
  return stringsIn(JSON.parse(payload)).filter((text) => !ourWords.includes(text));
}

type Event = Record<string, unknown>;
const ids = async () => (await query<{ id: string }>('select id from audit_events')).map(({ id }) => id);

/** What the work leaves in the audit log, of any user. */
async function eventsDuring(work: () => Promise<unknown>): Promise<Event[]> {
  const before = await ids();
  await work();
  return query<Event>('select * from audit_events where not (id = any($1::uuid[])) order by at, id', [
    before,
  ]);
}

const isForPeople = ({ group, ...endpoint }: Endpoint) => group === 'Sign-in' || 'peopleOnly' in endpoint;

function actorOf(endpoint: Endpoint): string {
  if (endpoint.access === 'agent') return 'agent';
  return isForPeople(endpoint) ? 'person' : 'browser';
}

it('every endpoint that is not a GET says which event it leaves, or that it leaves none', () => {
  const silent = endpoints.filter(({ method, audit }) => method !== 'GET' && audit === undefined);
  expect(silent.map(nameOf)).toEqual([]);
  expect(audited.length).toBeGreaterThan(20);
});

describe('an endpoint that changes something', () => {
  it.each(named(audited))('leaves exactly one event: %s', async (name, endpoint) => {
    const request = await requestTo(endpoint);
    let requestId: unknown;
    const events = await eventsDuring(async () => {
      const reply = await send(request);
      written.push(...textsIn(request));
      expect([name, reply.statusCode, reply.statusCode < 300 || reply.body]).toEqual([
        name,
        reply.statusCode,
        true,
      ]);
      requestId = reply.headers['x-request-id'];
    });
    expect(events).toEqual([
      expect.objectContaining({
        action: endpoint.audit,
        outcome: 'done',
        actor_kind: actorOf(endpoint),
        actor_id: expect.any(String),
        owner: expect.any(String),
        request_id: requestId,
        address_hash: expect.stringMatching(/^[0-9a-f]{32}$/),
      }),
    ]);
  });

  it('leaves the event of an access token', async () => {
    const user = await scene.startBulkUser();
    const { rawToken, token } = await tokenUser(user).make();
    const events = await eventsDuring(() =>
      server.app.inject(
        withToken(rawToken, {
          method: 'POST',
          url: '/api/bulk-runs',
          payload: { fieldMapping: { modelNumber: 'Serial' } },
        }),
      ),
    );
    expect(events).toEqual([
      expect.objectContaining({ action: 'run.created', actor_kind: 'token', actor_id: token.id }),
    ]);
  });

  it('leaves nothing but ids and words of ours', async () => {
    const tables = await query<{ text: string }>('select e::text as text from audit_events e');
    const everything = tables.map(({ text }) => text).join('\n');
    expect(tables.length).toBeGreaterThan(audited.length);
    expect(everything).not.toContain('demo-user-');
    expect(written.length).toBeGreaterThan(10);
    for (const text of written) expect(everything).not.toContain(text);
  });
});

/** Tables that change without a change of the user's data. */
const unrelated = ['sessions', 'rate_limits', 'audit_events', 'sign_in_attempts']
  .map((name) => `public.${name}`)
  .concat('pgboss');

/** Its rows arrive in transactions of their own before the run accepts the file; the file can then be sent again. */
const keepsRows = 'PUT /api/bulk-runs/{runId}/source';

describe('without an audit event', () => {
  const state = () => dumpDatabase(server.database, unrelated);

  // Uses of tokens are written some time after the request.
  beforeAll(() => server.deps.accessTokens.stop());

  it.each(named(audited))('nothing changes: %s', async (name, endpoint) => {
    const request = await requestTo(endpoint);
    await scene.withoutAudit(async () => {
      // The previous call may have started a run.
      await untilBulkJobsEnd(server.database);
      const before = await state();
      const events = await eventsDuring(async () => {
        expect((await send(request)).statusCode).toBe(500);
      });
      expect(events).toEqual([]);
      if (name !== keepsRows) expect(await state()).toBe(before);
    });
    // The same call works after that. A sign-in is started again: its challenge is used up.
    const again = isForPeople(endpoint) ? await requestTo(endpoint) : request;
    expect((await send(again)).statusCode).toBeLessThan(300);
  });
});

describe('a change that fails', () => {
  it('leaves no event', async () => {
    await server.withoutWrites('sessions', async () => {
      const events = await eventsDuring(async () => {
        expect((await server.startSession()).response.statusCode).toBe(500);
      });
      expect(events).toEqual([]);
    });
  });

  it('leaves no event if it is refused', async () => {
    const user = await scene.startBulkUser();
    const runId = (await user.create()).id;
    const events = await eventsDuring(async () => {
      expect((await user.send('POST', `/api/bulk-runs/${runId}/resume`)).statusCode).toBe(409);
      expect((await user.send('DELETE', `/api/external-tokens/${runId}`)).statusCode).toBe(404);
      const again = { progressId: runId, fieldMapping: { modelNumber: 'Serial', manufacturer: 'Maker' } };
      expect((await user.send('POST', '/api/bulk-runs', again)).statusCode).toBeLessThan(300);
    });
    expect(events).toEqual([]);
  });
});

it('a user who is deleted because of inactivity leaves an event of the system', async () => {
  const { userId } = await scene.startBulkUser();
  const [user] = await query<{ id: string }>(
    "update users set last_used_at = now() - interval '181 days' where username = $1 returning id",
    [userId],
  );
  const sweep = handlerOf(server.deps, 'session.sweep').run as () => Promise<void>;
  expect(await eventsDuring(sweep)).toEqual([
    expect.objectContaining({
      ...{ action: 'user.expired', actor_kind: 'system', owner: user?.id },
      ...{ actor_id: null, request_id: null, address_hash: null },
    }),
  ]);
});

describe('a recovery code that is refused', () => {
  const tryCode = (recoveryCode: string) =>
    server.send('POST', '/api/auth/recover', { payload: { recoveryCode } });

  it('leaves an event for its owner', async () => {
    const user = await scene.startBulkUser();
    const { recoveryCode } = (await user.send('POST', '/api/auth/recovery-code')).json();
    const wrong = recoveryCode.slice(0, -1) + (recoveryCode.endsWith('0') ? '1' : '0');
    const events = await eventsDuring(() => tryCode(wrong));
    expect(events).toEqual([
      expect.objectContaining({
        action: 'session.recovered',
        outcome: 'refused',
        actor_id: null,
        owner: await server.ownerOf(user.userId),
      }),
    ]);
  });

  it('leaves an event of the installation if it belongs to no user', async () => {
    const events = await eventsDuring(() => tryCode('0000-0000'));
    expect(events).toEqual([
      expect.objectContaining({ action: 'session.recovered', outcome: 'refused', owner: installationOwner }),
    ]);
  });
});

describe('an endpoint that only reads', () => {
  it.each(named(unaudited))('leaves no event: %s', async (_, endpoint) => {
    const request = await requestTo(endpoint);
    expect(
      await eventsDuring(async () => {
        expect((await send(request)).statusCode).toBeLessThan(500);
      }),
    ).toEqual([]);
  });

  it('leaves no event: every GET that is not a download', async () => {
    const requests: OrdinaryRequest[] = [];
    for (const endpoint of reads) requests.push(await requestTo(endpoint));
    const events = await eventsDuring(async () => {
      for (const request of requests) await send(request);
    });
    expect(events).toEqual([]);
  });
});
