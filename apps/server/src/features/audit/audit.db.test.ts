import { type AuditEvent, auditPageSize } from '@warranty/contracts/audit-events';
import { describe, expect, it } from 'vitest';
import { agentUser, device, scanOf, sendTo } from '../../../test/agents.ts';
import { startTestApp } from '../../../test/app.ts';
import { handlerOf } from '../../../test/jobs.ts';
import { startTokenUser, withToken } from '../../../test/tokens.ts';

const server = await startTestApp({ env: { DELL_CLIENT_ID: 'client', DELL_CLIENT_SECRET: 'secret' } });

interface Page {
  events: AuditEvent[];
  next: string | null;
}

const get = ({ cookie }: { cookie: string }, query = '', path = '/api/audit-events') =>
  server.send('GET', `${path}${query}`, { cookie });
const read = async (user: { cookie: string }, query = '') => (await get(user, query)).json<Page>();
const download = (user: { cookie: string }) => get(user, '', '/api/audit-events/file');

const startUser = () => startTokenUser(server);

/** Adds events of the past, by number. */
const addEvents = (userId: string, count: number, at = "now() - n * interval '1 microsecond'") =>
  server.query(
    `insert into audit_events (owner, actor_kind, action, target_id, at)
     select id, 'system', 'run.created', n::text, ${at}
       from users, generate_series(1, $2::int) n where username = $1`,
    [userId, count],
  );

describe('GET /api/audit-events', () => {
  it('lists the own events, newest first, with the names that things have now', async () => {
    const [user, stranger] = [await startUser(), await startUser()];
    const { token, rawToken } = await user.make('Inventory');
    await stranger.make('Foreign');
    await user.call('PATCH', `/${token.id}`, { tokenName: 'Help desk' });
    await server.app.inject(
      withToken(rawToken, {
        method: 'POST',
        url: '/api/bulk-runs',
        payload: { fieldMapping: { modelNumber: 'Serial' } },
      }),
    );
    const { events, next } = await read(user);
    expect(next).toBeNull();
    expect(
      events.map(({ action, actorKind, actorName, targetName, details }) => ({
        ...{ action, actorKind, actorName, targetName, details },
      })),
    ).toEqual([
      { action: 'run.created', actorKind: 'token', actorName: 'Help desk', targetName: null, details: {} },
      {
        action: 'token.updated',
        actorKind: 'browser',
        actorName: null,
        targetName: 'Help desk',
        details: { change: 'renamed' },
      },
      {
        action: 'token.created',
        actorKind: 'browser',
        actorName: null,
        targetName: 'Help desk',
        details: {},
      },
      { action: 'session.created', actorKind: 'browser', actorName: null, targetName: null, details: {} },
    ]);
    expect(events[0]?.at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    await user.call('DELETE', `/${token.id}`);
    const [, after] = (await read(user)).events;
    expect(after).toMatchObject({ action: 'run.created', actorKind: 'token', actorName: null });
  });

  it('names the agent that sent a scan', async () => {
    const { cookie, send } = await startUser();
    const { rawSecret } = await agentUser({ send }).make('Office north');
    const scan = scanOf([device(1)]);
    const reply = await sendTo(server)(rawSecret, scan);
    // Sent again, because the reply was lost: nothing changes.
    await sendTo(server)(rawSecret, scan);
    const { events } = await read({ cookie });
    expect(events.slice(0, 2)).toMatchObject([
      { action: 'discovery.received', actorKind: 'agent', actorName: 'Office north' },
      { action: 'agent_secret.created', targetName: 'Office north' },
    ]);
    expect(events[0]?.targetId).toBe(reply.json().session_id);
  });

  it('has pages of 100 without gaps or repeats, also for events of the same moment', async () => {
    const user = await startUser();
    await addEvents(user.userId, 150);
    await addEvents(user.userId, 150, 'now()');
    const pages: Page[] = [];
    for (let next: string | null = ''; next !== null; ) {
      const page: Page = await read(user, next === '' ? '' : `?before=${encodeURIComponent(next)}`);
      pages.push(page);
      next = page.next;
    }
    expect(pages.map(({ events }) => events.length)).toEqual([
      auditPageSize,
      auditPageSize,
      auditPageSize,
      1,
    ]);
    const all = pages.flatMap(({ events }) => events);
    expect(new Set(all.map(({ id }) => id)).size).toBe(301);
    const times = all.map(({ at }) => at);
    expect(times).toEqual([...times].sort().reverse());
  });

  it.each([
    'x',
    '2026-11-16_x',
    '9999-99-99T99:99:99.000000Z_00000000-0000-0000-0000-000000000000',
    'infinity_',
  ])('refuses the position %s', async (before) => {
    const reply = await get(await startUser(), `?before=${encodeURIComponent(before)}`);
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'invalid_request']);
  });

  it('needs a session', async () => {
    expect((await get({ cookie: '' })).statusCode).toBe(401);
    expect((await download({ cookie: '' })).statusCode).toBe(401);
  });
});

it('GET /api/audit-events/file has all own events as CSV, with its own, and guards formulas', async () => {
  const user = await startUser();
  await addEvents(user.userId, 2500);
  await user.make('=HYPERLINK("https://example.com")');
  const reply = await download(user);
  expect(reply.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': expect.stringMatching(/^attachment; filename="activity_\d{4}-\d\d-\d\d\.csv"$/),
  });
  const lines = reply.body.trimEnd().split('\r\n');
  expect(lines[0]).toBe(
    '\uFEFFTime (UTC),Action,Outcome,By,By name,Target ID,Target name,Details,Request ID',
  );
  expect(lines).toHaveLength(1 + 2500 + 3);
  expect(lines[1]).toContain(',audit.downloaded,done,browser,');
  expect(lines[2]).toContain(`"'=HYPERLINK(""https://example.com"")"`);
});

describe('retention', () => {
  it('hides older events at once and deletes them with their month', async () => {
    const user = await startUser();
    const day = 24 * 3600 * 1000;
    const months = [70, 89, 91, 130].map((days) => new Date(Date.now() - days * day).toISOString());
    for (const at of months) {
      await server.query('select make_audit_month($1::date)', [`${at.slice(0, 7)}-01`]);
      await addEvents(user.userId, 1, `'${at}'`);
    }
    expect((await read(user)).events).toHaveLength(3);
    const stored = async () =>
      (await server.query('select 1 from audit_events where target_id = $1 and at = any($2)', ['1', months]))
        .length;
    expect(await stored()).toBe(4);
    await (handlerOf(server.deps, 'audit.sweep').run as () => Promise<void>)();
    const oldest = new Date(Date.now() - 90 * day).toISOString().slice(0, 7);
    expect(await stored()).toBe(months.filter((at) => at.slice(0, 7) >= oldest).length);
    expect(await stored()).toBeLessThan(4);
  });

  it('keeps the events of a user who was forgotten', async () => {
    const user = await startUser();
    const id = await server.ownerOf(user.userId);
    await server.send('DELETE', '/api/auth/session', { cookie: user.cookie });
    await server.query('delete from users where id = $1', [id]);
    const left = await server.query('select action from audit_events where owner = $1 order by at', [id]);
    expect(left).toEqual([{ action: 'session.created' }, { action: 'session.forgotten' }]);
  });
});
