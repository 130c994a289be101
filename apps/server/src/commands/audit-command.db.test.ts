import { describe, expect, it } from 'vitest';
import { startTestApp } from '../../test/app.ts';
import { testMasterKey } from '../../test/fixtures.ts';
import { type CommandOutcome, runCommand } from '../../test/run-command.ts';
import { startTokenUser } from '../../test/tokens.ts';
import { installationOwner, type OwnerId } from '../platform/ownership/owner-id.ts';

const server = await startTestApp();
const user = await startTokenUser(server);
await startTokenUser(server);
await user.make('canary name');
const ownerId = (await server.ownerOf(user.userId)) as OwnerId;

const run = (...args: string[]) =>
  runCommand(args, { DATABASE_URL: server.database.url, SECRETS_KEY: testMasterKey });

const linesOf = ({ stdout }: CommandOutcome) => stdout.split('\n').filter((line) => line !== '');
const readJson = async (...args: string[]) =>
  linesOf(await run('audit', '--json', ...args)).map((line) => JSON.parse(line));

describe('the audit command', { timeout: 60_000 }, () => {
  it('prints the events of all owners as JSON lines, oldest first, and its own', async () => {
    const events = await readJson();
    expect(events.map(({ action }) => action)).toEqual([
      'session.created',
      'session.created',
      'token.created',
      'command.audit_read',
    ]);
    expect(events[2]).toEqual({
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
      id: expect.any(String),
      action: 'token.created',
      outcome: 'done',
      actorKind: 'browser',
      actorId: ownerId,
      owner: ownerId,
      principal: server.deps.principalOf(ownerId),
      targetId: expect.any(String),
      requestId: expect.any(String),
      addressHash: expect.stringMatching(/^[0-9a-f]{32}$/),
      details: {},
    });
    expect(events[3]).toMatchObject({
      actorKind: 'command',
      owner: installationOwner,
      principal: server.deps.principalOf(installationOwner),
    });
    expect(JSON.stringify(events)).not.toContain('canary');
  });

  it('prints the events of one owner, by id or user id, and of one action', async () => {
    const own = ['session.created', 'token.created'];
    for (const owner of [ownerId, user.userId])
      expect((await readJson('--owner', owner)).map(({ action }) => action)).toEqual(own);
    expect(await readJson('--owner', 'demo-user-nobody000')).toEqual([]);
    const made = await readJson('--owner', ownerId, '--action', 'token.created');
    expect(made.map(({ action }) => action)).toEqual(['token.created']);
    expect(await readJson('--since', '2999-01-01')).toEqual([]);
  });

  it('prints readable lines without --json', async () => {
    const [line] = linesOf(await run('audit', '--action', 'token.created'));
    expect(line?.split(' ').slice(1, 5)).toEqual(['token.created', 'done', 'browser', ownerId]);
  });

  it('explains a wrong option', async () => {
    for (const [args, message] of [
      [['--since', 'yesterday'], '--since must be a date'],
      [['--nobody'], "Unknown option '--nobody'"],
    ] as const) {
      const { code, stderr, stdout } = await run('audit', ...args);
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toContain(message);
      expect(stderr).not.toContain('    at ');
    }
  });
});

it('rotating keys leaves an event', { timeout: 60_000 }, async () => {
  expect((await run('rotate-key')).stderr).toBe('');
  const [event] = await readJson('--action', 'command.key_rotated');
  expect(event).toMatchObject({ actorKind: 'command', owner: installationOwner, outcome: 'done' });
});
