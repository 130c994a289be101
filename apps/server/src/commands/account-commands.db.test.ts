import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { agentUser, sendScan } from '../../test/agents.ts';
import { startTestApp } from '../../test/app.ts';
import { mapping } from '../../test/bulk.ts';
import { fillOrganization } from '../../test/fill-everything.ts';
import { testMasterKey } from '../../test/fixtures.ts';
import { startMember, startVisitor } from '../../test/people.ts';
import { runCommand } from '../../test/run-command.ts';
import { tokenUser } from '../../test/tokens.ts';
import { waitUntil } from '../../test/wait-until.ts';

const timeout = 240_000;
const server = await startTestApp({
  env: { SIGN_IN: 'optional', DELL_CLIENT_ID: 'id', DELL_CLIENT_SECRET: 'secret' },
});
/** Erases what a command deletes. */
await server.startProcess({ worker: true });
const { query } = server;

const run = (...args: string[]) =>
  runCommand(args, { DATABASE_URL: server.database.url, SECRETS_KEY: testMasterKey, SIGN_IN: 'optional' });

async function succeed(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await run(...args);
  expect([code, stderr]).toEqual([0, '']);
  return stdout;
}

const secretIn = (output: string) => /#(wll_\w+)/.exec(output)?.[1] ?? '';
const actionsOf = async (username: string) =>
  (
    await query<{ action: string }>(
      `select action from audit_events join users on users.id = owner
        where username = $1 and actor_kind = 'command' order by at`,
      [username],
    )
  ).map(({ action }) => action);

it('an operator creates an organization, lets people in, and stops and deletes them', {
  timeout,
}, async () => {
  const created = await succeed('create-organization', 'Contoso Ltd', '--handle', 'contoso');
  expect(created).toContain('http://localhost:3000/link#wll_');
  const anna = startVisitor(server);
  expect((await anna.join(secretIn(created), 'Anna')).statusCode).toBe(200);
  const list = await succeed('list-organizations');
  expect(list).toContain('contoso  Contoso Ltd  1 members, 1 admins');

  const bert = startVisitor(server);
  await bert.join(secretIn(await succeed('appoint-admin', 'contoso')), 'Bert');
  const people: { username: string; name: string }[] = JSON.parse(await succeed('list-people', '--json'));
  expect(people.map(({ name }) => name)).toEqual(['Anna', 'Bert']);
  const [first = '', second = ''] = people.map(({ username }) => username);

  await succeed('suspend-person', second);
  expect(await succeed('list-organizations')).toContain('2 members, 1 admins');
  expect((await bert.get('/api/passkeys')).json().code).toBe('sign_in_ended');
  expect((await bert.signIn()).json().code).toBe('passkey_refused');
  await succeed('resume-person', second);
  expect((await bert.signIn()).statusCode).toBe(200);

  const lost = startVisitor(server);
  const secret = secretIn(await succeed('sign-in-link', first));
  expect((await lost.post('/api/links/sign-in', { secret })).statusCode).toBe(200);
  expect((await lost.get('/api/auth/session')).json()).toMatchObject({ person: { name: 'Anna' } });
  expect(await succeed('sign-out', first)).toBe('2 sessions ended.\n');
  expect((await lost.get('/api/passkeys')).json().code).toBe('sign_in_ended');
  expect(await succeed('sign-out', '--everyone')).toBe('1 session ended.\n');

  await bert.signIn();
  await succeed('suspend-organization', 'contoso');
  expect((await bert.get('/api/bulk-runs')).json().code).toBe('organization_needed');
  await succeed('resume-organization', 'contoso');
  expect((await bert.get('/api/bulk-runs')).statusCode).toBe(200);

  expect(await actionsOf('contoso')).toEqual([
    'organization.created',
    'invitation.created',
    'organization.suspended',
    'organization.resumed',
  ]);
  await succeed('delete-organization', 'contoso', '--confirm', 'contoso');
  expect((await bert.get('/api/bulk-runs')).json().code).toBe('organization_needed');
  await waitUntil('its rows to go', async () => (await query('select from organizations')).length === 0, 30);
  const again = await run('create-organization', 'Contoso', '--handle', 'contoso');
  expect([again.code, again.stderr]).toEqual([1, 'The handle contoso is taken, or was in use before.\n']);
});

it('an operator sees what organizations store, and which have no admin who can sign in', {
  timeout,
}, async () => {
  const { organization } = await fillOrganization(server);
  const admin = await startMember(server, organization, 'admin');
  await query('delete from memberships where owner = $1 and person_id <> $2', [organization, admin.id]);
  const { userId: handle } = (await admin.get('/api/auth/session')).json<{ userId: string }>();
  await admin.post('/api/bulk-runs', { progressId: randomUUID(), fieldMapping: mapping });
  await tokenUser(admin).make('CMDB');
  await sendScan(server, admin);
  const listed = async () => {
    const list = JSON.parse(await succeed('list-organizations', '--json')) as {
      organizations: { handle: string }[];
    };
    return list.organizations.find((listed) => listed.handle === handle);
  };

  const stored = { members: 1, admins: 1, runs: 1, scannedDevices: 1, tokens: 1, agents: 1 };
  expect(await listed()).toMatchObject(stored);
  expect(await succeed('list-organizations')).toContain(
    `${handle}  Contoso  1 members, 1 admins\n  1 runs, 1 scanned devices, 1 tokens, 1 agents\n`,
  );
  await query('update users set suspended_at = now() where id = $1', [admin.id]);
  expect(await listed()).toMatchObject({ ...stored, admins: 0 });
  expect(await succeed('list-organizations')).toContain(
    `${handle}  Contoso  1 members, 0 admins, without an admin: see appoint-admin\n`,
  );
});

it('an operator sees which browsers would stop working if sign-in were required', { timeout }, async () => {
  const [browser, agent] = [await server.startSession(), await server.startSession()];
  const unused = await server.startSession();
  await tokenUser(browser).make('CMDB');
  await tokenUser(browser).make('Nightly report');
  await agentUser(agent).make('Office');
  // Those of organizations go on.
  const admin = await startMember(server, (await fillOrganization(server)).organization, 'admin');
  await admin.post('/api/external-tokens', { tokenName: 'CMDB' });

  const output = await succeed('list-organizations');
  const [, browsers = ''] = output.split(/^Browsers with .* SIGN_IN=required:$/m);
  const today = new Date().toISOString().slice(0, 10);
  expect(browsers.trim().split('\n').toSorted()).toEqual(
    [
      `${browser.userId}  2 tokens, 0 agents, last used ${today}`,
      `${agent.userId}  0 tokens, 1 agents, last used ${today}`,
    ].toSorted(),
  );
  expect(output).not.toContain(unused.userId);
  const { browsers: listed } = JSON.parse(await succeed('list-organizations', '--json'));
  expect(listed).toContainEqual(expect.objectContaining({ username: browser.userId, tokens: 2, agents: 0 }));
});

it.each([
  [['create-organization', 'Contoso'], 'create-organization needs a name and a handle'],
  [['create-organization', 'Contoso', '--handle', 'api'], 'The handle api must match'],
  [['appoint-admin', 'unknown'], 'There is no organization with the handle unknown.'],
  [['delete-organization', 'x'], 'delete-organization cannot be undone: repeat the handle with --confirm x'],
  [['suspend-person', 'user-unknown00'], 'There is no person user-unknown00.'],
  [['sign-out'], 'sign-out needs one person, such as user-a1b2c3d4e'],
])('%j is refused with a sentence', { timeout }, async (args, sentence) => {
  const { code, stdout, stderr } = await run(...args);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toContain(sentence);
});
