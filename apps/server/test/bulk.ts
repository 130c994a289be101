import { randomUUID } from 'node:crypto';
import type { BulkRun } from '@warranty/contracts/bulk-lookup';
import type { BulkResultRow } from '@warranty/contracts/bulk-results';
import type { Progress } from '@warranty/contracts/progress';
import type { InjectOptions } from 'fastify';
import { providerSettings } from './identity-provider.ts';
import { startKeyFixture } from './keys.ts';
import { waitUntil } from './wait-until.ts';

export const mapping = { modelNumber: 'Serial', manufacturer: 'Maker' };
const ends = ['completed', 'paused', 'cancelled', 'error'];

/** The application and a worker in one process, with the simulator as every vendor. */
export async function startBulkFixture(env: Record<string, string> = {}) {
  const scene = await startKeyFixture(
    { ...(env.SIGN_IN && (await providerSettings())), ...env },
    { worker: true },
  );

  /** By default, all users have the same address. */
  async function startBulkUser(remoteAddress?: string) {
    const user = await scene.startUser(remoteAddress);
    const { cookie, send, get } = user;
    const read = (runId: string): Promise<BulkRun> => get(`/api/bulk-runs/${runId}`);
    const over = async (runId: string) => {
      await waitUntil('the run to end', async () => ends.includes((await read(runId)).status));
      return read(runId);
    };
    const create = async (body: object = {}) =>
      (
        await send('POST', '/api/bulk-runs', { progressId: randomUUID(), fieldMapping: mapping, ...body })
      ).json<BulkRun>();
    const upload = (runId: string, payload: InjectOptions['payload'], type = 'text/csv') =>
      scene.server.send('PUT', `/api/bulk-runs/${runId}/source`, {
        headers: { 'content-type': type },
        ...{ cookie, payload, ...(remoteAddress && { remoteAddress }) },
      });
    const results = async (runId: string, query = '') =>
      (await get(`/api/bulk-runs/${runId}/results${query}`)) as {
        rows: BulkResultRow[];
        nextAfter: number | null;
      };
    return {
      ...user,
      create,
      upload,
      read,
      over,
      /** Creates a run for this file and waits until it has ended or is paused. */
      async run(csv: string, body?: object): Promise<BulkRun> {
        const { id } = await create(body);
        const reply = await upload(id, csv);
        if (reply.statusCode !== 202) throw new Error(`the upload got ${reply.statusCode}: ${reply.body}`);
        return over(id);
      },
      progress: (runId: string): Promise<Progress> => get(`/api/progress/${runId}`),
      file: async (runId: string, query = '') =>
        (await send('GET', `/api/bulk-runs/${runId}/file${query}`)).body,
      report: (runId: string, query = '') => get(`/api/bulk-runs/${runId}/report${query}`),
      results,
      /** The rows of all pages. */
      async allResults(runId: string, query: Record<string, string> = {}): Promise<BulkResultRow[]> {
        const rows: BulkResultRow[] = [];
        for (let after: number | null = 0; after !== null; ) {
          const page = await results(runId, `?${new URLSearchParams({ ...query, after: String(after) })}`);
          rows.push(...page.rows);
          after = page.nextAfter;
        }
        return rows;
      },
    };
  }
  return { ...scene, startBulkUser };
}

export type BulkFixture = Awaited<ReturnType<typeof startBulkFixture>>;
export type BulkUser = Awaited<ReturnType<BulkFixture['startBulkUser']>>;

/** A serial that the simulator knows. */
export const dellSerial = (index: number, letter = 'B') => `${letter}${String(index).padStart(6, '0')}`;

/** Serials that were never looked up. */
export function serialsFrom(letter: string): () => string {
  let count = 0;
  return () => {
    count += 1;
    return dellSerial(count, letter);
  };
}

/** A CSV file of serials that the simulator knows, one per row. */
export function dellFile(count: number, from = 0): string {
  const rows = Array.from({ length: count }, (_, index) => `${dellSerial(from + index)},Dell,row ${index}`);
  return `Serial,Maker,Notes\n${rows.join('\n')}\n`;
}
