import type { Role } from '@warranty/contracts/access';
import { createAccessToken } from '@warranty/contracts/access-tokens';
import { createAgentSecret } from '@warranty/contracts/agents';
import { createBulkRun } from '@warranty/contracts/bulk-lookup';
import { fillPath } from '@warranty/contracts/core/client';
import type { Endpoint } from '@warranty/contracts/core/endpoint';
import { createInvitation, updateOrganization } from '@warranty/contracts/organization';
import { expect, it } from 'vitest';
import { startBulkFixture } from '../bulk.ts';
import { endpoints, nameOf } from '../endpoints.ts';
import { fillOrganization } from '../fill-everything.ts';
import { exampleBody } from '../ordinary-requests.ts';
import { startMember } from '../people.ts';

/** Far more than in CI can be sent with FUZZ_REQUESTS, which says how far it is. */
const isLong = process.env.FUZZ_REQUESTS !== undefined;
const total = Number(process.env.FUZZ_REQUESTS ?? 800);
/** Ten times what a request takes on an idle machine, and what the scene takes. */
const timeoutMs = total * 100 + 120_000;
const atOnce = 8;

const scene = await startBulkFixture({
  SIGN_IN: 'optional',
  ...{ BULK_LIVE_RUNS: '1000', BULK_STORED_RUNS: '10000', ACCESS_TOKENS_PER_USER: '10000' },
  ...{ AGENT_SECRETS_PER_USER: '10000', LOOKUPS_PER_MINUTE: '100000' },
});
const { server, query } = scene;

/** The same requests in every run, of which a failure can be repeated. */
function createDice(seed: number) {
  let state = seed;
  const next = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  return { next, pick: <T>(from: readonly T[]): T => from[next(from.length)] as T };
}
const dice = createDice(20_261_119);

interface Team {
  id: string;
  handle: string;
  /** In every text of the organization. */
  canary: string;
}

async function startTeam(index: number): Promise<Team> {
  const { organization: id } = await fillOrganization(server);
  const [handle, canary] = [`team-${index}`, `canary-${index}-${'xyz'.repeat(4)}`];
  await query('update users set username = $2 where id = $1', [id, handle]);
  await query('update organizations set name = $2 where id = $1', [id, canary]);
  await query('update one_time_links set label = $2 where owner = $1', [id, canary]);
  return { id, handle, canary };
}

const teams = [await startTeam(0), await startTeam(1), await startTeam(2)];
const people = await Promise.all(
  teams.flatMap((team, of) =>
    (['admin', 'member', 'viewer'] as Role[]).map((role) =>
      startMember(server, team.id, role, `${role} who began in ${of}`),
    ),
  ),
);

/** Files, photos and predictions take long, and ending one's own session ends the test. */
const left =
  /ocr|purchase-date|csv|source|vendor-operations|sessions|sign-out|passkey|links\/sign-in|recover/;
const called = endpoints.filter(
  ({ access, path, upload, ...endpoint }) =>
    access !== 'public' && access !== 'agent' && !upload && !left.test(path) && !('browserOnly' in endpoint),
);

/** Names in paths, and where such ids are stored. */
const stored: Record<string, string> = {
  runId: 'select id from bulk_runs',
  progressId: 'select id from bulk_runs',
  tokenId: 'select id from external_api_tokens',
  secretId: 'select id from agent_secrets',
  sessionId: 'select id from agent_discovery_sessions',
  personId: 'select id from people',
  invitationId: 'select id from one_time_links',
};

async function readIds(): Promise<Record<string, string[]>> {
  const found = Object.entries(stored).map(async ([name, text]) => {
    const rows = await query<{ id: string }>(text);
    return [name, rows.map(({ id }) => id)] as const;
  });
  return Object.fromEntries(await Promise.all(found));
}

/** Of which teams each person is a member now. */
async function readMemberships(): Promise<Map<string, Set<string>>> {
  const rows = await query<{ person: string; owner: string }>(
    'select person_id as person, owner from memberships',
  );
  const memberships = new Map(people.map(({ id }) => [id as string, new Set<string>()]));
  for (const { person, owner } of rows) memberships.get(person)?.add(owner);
  return memberships;
}

const texts = new Map<Endpoint, (canary: string) => object>([
  [createAccessToken, (tokenName) => ({ tokenName })],
  [createAgentSecret, (name) => ({ name })],
  [createBulkRun, (fileName) => ({ ...createBulkRun.example.body, fileName })],
  [createInvitation, (label) => ({ label, role: dice.pick(['viewer', 'member', 'admin']) })],
  [updateOrganization, (name) => ({ name })],
]);

function requestTo(endpoint: Endpoint, { handle, canary }: Team, ids: Record<string, string[]>) {
  const params: Record<string, unknown> = { ...endpoint.example?.params };
  for (const name of Object.keys(endpoint.params?.shape ?? {}))
    params[name] ??= dice.pick(ids[name] ?? [handle]) ?? 'nothing';
  const payload = texts.get(endpoint)?.(canary) ?? (endpoint.body && exampleBody(endpoint));
  return { url: fillPath(endpoint.path, params), payload };
}

/** Someone joins again from time to time, so that not everyone is removed in the end. */
const rejoin = () =>
  query(
    `insert into memberships (owner, person_id, role) values ($1, $2, $3)
     on conflict (owner, person_id) do update set role = excluded.role`,
    [dice.pick(teams).id, dice.pick(people).id, dice.pick(['viewer', 'member', 'admin', 'admin'])],
  );

it('people reach only what their organizations have, while members come and go', {
  timeout: timeoutMs,
}, async () => {
  const statuses = new Map<number, number>();
  for (let sent = 0; sent < total; sent += atOnce) {
    await rejoin();
    const [before, ids] = [await readMemberships(), await readIds()];
    const calls = Array.from({ length: atOnce }, async () => {
      const [person, team, endpoint] = [dice.pick(people), dice.pick(teams), dice.pick(called)];
      const { url, payload } = requestTo(endpoint, team, ids);
      const headers = { 'warranty-organization': team.handle };
      const reply = await person.send(endpoint.method, url, payload, { headers });
      return { person, reply, name: nameOf(endpoint) };
    });
    const replies = await Promise.all(calls);
    const after = await readMemberships();
    for (const { person, reply, name } of replies) {
      statuses.set(reply.statusCode, (statuses.get(reply.statusCode) ?? 0) + 1);
      expect([name, reply.statusCode < 500 || reply.body]).toEqual([name, true]);
      for (const { id, canary } of teams)
        if (!before.get(person.id)?.has(id) && !after.get(person.id)?.has(id))
          expect(reply.body, name).not.toContain(canary);
    }
    if (isLong && (sent + atOnce) % 5000 < atOnce)
      process.stdout.write(`${sent + atOnce} requests, by status: ${[...statuses].join(' ')}\n`);
  }
  // Otherwise it would test nothing.
  for (const status of [200, 403, 404]) expect(statuses.get(status) ?? 0).toBeGreaterThan(total / 50);
});
