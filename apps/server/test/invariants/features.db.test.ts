import { describe, expect, it } from 'vitest';
import type { Feature } from '../../src/platform/feature.ts';
import { startTestApp } from '../app.ts';
import { cloneDatabase } from '../database.ts';
import { startRole } from '../running-role.ts';
import { waitUntil } from '../wait-until.ts';

const nameOf = ({ routes }: Feature) => routes[0]?.endpoint.path ?? '';
const server = await startTestApp({ worker: true });
const names = server.deps.features.map(nameOf);

describe('every feature', () => {
  it('erases its part of a forgotten user while the user still exists', async () => {
    const { userId, send } = await server.startSession();
    const find = () => server.ownerOf(userId);
    const user = await find();
    const erased: unknown[] = [];
    for (const feature of server.deps.features) {
      const declared = feature.eraseOwner;
      feature.eraseOwner = async (owner) => {
        erased.push([nameOf(feature), owner, await find()]);
        await declared?.(owner);
      };
    }
    await send('DELETE', '/api/auth/session');
    await waitUntil('the user is erased', async () => (await find()) === undefined);
    expect(erased).toEqual(names.map((name) => [name, user, user]));
  });

  it('has its place: readers of photos and files stop first, then runs, agents and the usage of tokens', () => {
    const inOrder = [
      '/api/ocr/extract',
      '/api/purchase-date/single',
      '/api/warranty/bulk',
      '/api/agent/downloads',
      '/api/external-tokens',
    ];
    expect(names.filter((name) => inOrder.includes(name))).toEqual(inOrder);
  });

  it('stops, before the jobs and the database do', async () => {
    const { features, jobs, readiness } = server.deps;
    const stopped: unknown[] = [];
    const note = async (name: string) => stopped.push([name, await readiness.notReadyReason()]);
    for (const feature of features) {
      const declared = feature.stop;
      feature.stop = async () => {
        await note(nameOf(feature));
        await declared?.();
      };
    }
    const stopJobs = jobs.stop;
    jobs.stop = async () => {
      await note('jobs');
      await stopJobs();
    };
    await server.stop();
    await note('everything');
    const whileReady = [...names, 'jobs'].map((name) => [name, null]);
    expect(stopped).toEqual([...whileReady, ['everything', 'the database is not responding']]);
  });
});

describe('the jobs with a cron expression', { timeout: 60_000 }, () => {
  async function schedulesOf(role: 'api' | 'worker') {
    const { url, query } = await cloneDatabase();
    await startRole(role, { DATABASE_URL: url });
    const rows = await query<{ name: string; cron: string }>(
      "select name, cron from pgboss.schedule where timezone = 'UTC' and data = '{}'",
    );
    return Object.fromEntries(rows.map(({ name, cron }) => [name, cron]));
  }

  it('are scheduled by a worker', async () => {
    const declared = server.deps.features.flatMap(({ jobs = [] }) => jobs).filter(({ cron }) => cron);
    const schedules = await schedulesOf('worker');
    expect(schedules).toEqual(Object.fromEntries(declared.map(({ name, cron }) => [name, cron])));
    expect(schedules).toMatchObject({
      'agents.sweep': '53 * * * *',
      'bulk.sweep': '* * * * *',
      'session.sweep': '17 3 * * *',
    });
  });

  it('are not scheduled by an API process', async () => {
    expect(await schedulesOf('api')).toEqual({});
  });
});
