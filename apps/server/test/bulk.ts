import { randomUUID } from 'node:crypto';
import type { BulkRun } from '@warranty/contracts/bulk-lookup';
import type { Progress } from '@warranty/contracts/progress';
import type { LightMyRequestResponse } from 'fastify';
import { type KeyFixture, type KeyUser, startKeyFixture } from './keys.ts';
import { waitUntil } from './wait-until.ts';

export const mapping = { modelNumber: 'Serial', manufacturer: 'Maker' };

export interface BulkUser extends KeyUser {
  send(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    payload?: object,
  ): Promise<LightMyRequestResponse>;
  create(body?: object): Promise<BulkRun>;
  upload(runId: string, csv: string | Buffer): Promise<LightMyRequestResponse>;
  /** Creates a run for this file and waits until it has ended or is paused. */
  run(csv: string, body?: object): Promise<BulkRun>;
  over(runId: string): Promise<BulkRun>;
  progress(runId: string): Promise<Progress>;
  file(runId: string, query?: string): Promise<string>;
}

export interface BulkFixture extends KeyFixture {
  /** By default, all users have the same address. */
  startBulkUser(address?: string): Promise<BulkUser>;
}

/** The application and a worker in one process, with the simulator as every vendor. */
export async function startBulkFixture(env: Record<string, string> = {}): Promise<BulkFixture> {
  const scene = await startKeyFixture(env, undefined, { worker: true });
  const { send: request, deps } = scene.server;
  await deps.jobs.work();

  async function startBulkUser(remoteAddress = '127.0.0.1'): Promise<BulkUser> {
    const user = await scene.startUser();
    const { cookie } = user;
    const send: BulkUser['send'] = (method, url, payload) =>
      request(method, url, { cookie, payload, remoteAddress });
    const read = async (runId: string) => (await send('GET', `/api/bulk-runs/${runId}`)).json<BulkRun>();
    const over = async (runId: string) => {
      await waitUntil('the run to end', async () =>
        ['completed', 'paused', 'cancelled', 'error'].includes((await read(runId)).status),
      );
      return read(runId);
    };
    const create = async (body: object = {}) =>
      (
        await send('POST', '/api/bulk-runs', { progressId: randomUUID(), fieldMapping: mapping, ...body })
      ).json<BulkRun>();
    const upload = (runId: string, csv: string | Buffer) =>
      request('PUT', `/api/bulk-runs/${runId}/source`, {
        headers: { 'content-type': 'text/csv' },
        ...{ cookie, payload: csv, remoteAddress },
      });
    return {
      ...user,
      send,
      create,
      upload,
      over,
      async run(csv, body) {
        const { id } = await create(body);
        const reply = await upload(id, csv);
        if (reply.statusCode !== 202) throw new Error(`the upload got ${reply.statusCode}: ${reply.body}`);
        return over(id);
      },
      progress: async (runId) => (await send('GET', `/api/progress/${runId}`)).json<Progress>(),
      file: async (runId, query = '') => (await send('GET', `/api/bulk-runs/${runId}/file${query}`)).body,
    };
  }

  return { ...scene, startBulkUser };
}

/** A CSV file of serials that the simulator knows, one per row. */
export function dellFile(count: number, from = 0): string {
  const rows = Array.from(
    { length: count },
    (_, index) => `B${String(from + index).padStart(6, '0')},Dell,row ${index}`,
  );
  return `Serial,Maker,Notes\n${rows.join('\n')}\n`;
}
