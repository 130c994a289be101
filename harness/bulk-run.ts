import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { type IncomingMessage, type RequestOptions, request as requestPlain } from 'node:http';
import { request as requestEncrypted } from 'node:https';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { type BulkRun, createBulkRun, readBulkRun, uploadBulkSource } from '@warranty/contracts/bulk-lookup';
import { downloadBulkFile } from '@warranty/contracts/bulk-results';
import { fillPath } from '@warranty/contracts/core/client';
import { type Progress, readProgress } from '@warranty/contracts/progress';
import { fleetMapping } from './fleet.ts';
import { waitUntil } from './processes.ts';
import type { TestClient } from './test-client.ts';

/** Maximum chunks, and so vendor calls, a worker has in flight: `count` × `each` of the concurrency of `bulk.chunk`. */
export const callsPerWorker = 12;

/** Creates a run, by default for a file with the fleet's columns, and returns its id. */
export async function createRun(
  { call }: TestClient,
  options: Partial<{
    fieldMapping: Record<string, string>;
    vendors: string[];
    fillBlankFields: boolean;
    sheet: string;
  }> = {},
): Promise<string> {
  const { id } = await call(createBulkRun, {
    body: { fieldMapping: fleetMapping, fillBlankFields: true, ...options },
  });
  return id;
}

export const readRun = ({ call }: TestClient, runId: string): Promise<BulkRun> =>
  call(readBulkRun, { params: { runId } });

/** Waits until the run is completed. */
export const waitForRun = (client: TestClient, runId: string, timeoutMs?: number): Promise<number> =>
  waitUntil('the run to end', async () => (await readRun(client, runId)).status === 'completed', timeoutMs);

const request = (url: string, options: RequestOptions) =>
  (url.startsWith('https:') ? requestEncrypted : requestPlain)(url, options);

type Pieces = Iterable<string | Buffer> | AsyncIterable<string | Buffer>;

/** Streams the file to a run as it is generated. Rejects with the reply if it was not accepted. */
export async function sendFile(client: TestClient, runId: string, pieces: Pieces): Promise<void> {
  const { method, path } = uploadBulkSource;
  const headers = { ...client.headers, 'content-type': 'text/csv' };
  const sending = request(client.url + fillPath(path, { runId }), { method, headers });
  const answered = once(sending, 'response') as Promise<[IncomingMessage]>;
  // If one of them fails, so does the other; the first error is reported.
  const [[reply]] = await Promise.all([answered, pipeline(Readable.from(pieces), sending)]);
  const text = await textOf(reply);
  if (reply.statusCode !== 202) throw new Error(`the upload returned ${reply.statusCode}: ${text}`);
}

/** Streams a run's file to disk. */
export async function saveFile(client: TestClient, runId: string, to: string, query = ''): Promise<void> {
  const { method, path } = downloadBulkFile;
  const asking = request(client.url + fillPath(path, { runId }) + query, {
    method,
    headers: { cookie: client.cookie },
  }).end();
  const [reply] = (await once(asking, 'response')) as [IncomingMessage];
  if (reply.statusCode !== 200)
    throw new Error(`the download returned ${reply.statusCode}: ${await textOf(reply)}`);
  await pipeline(reply, createWriteStream(to));
}

async function textOf(reply: IncomingMessage): Promise<string> {
  return Buffer.concat(await reply.toArray()).toString();
}

export interface ProgressWatch {
  /** The most recent progress. */
  readonly last: Progress | null;
  /** Each time the progress went backwards. */
  readonly regressions: readonly string[];
  /** Makes a change that may lower the progress, such as a retry of rows, and forgets the last progress. */
  startOver(change: () => Promise<unknown>): Promise<void>;
  stop(): Promise<void>;
}

/** Polls a run's progress until stopped, ignoring failed requests. */
export function watchProgress(client: () => TestClient, runId: string, everyMs: number): ProgressWatch {
  const stopping = new AbortController();
  const regressions: string[] = [];
  let last: Progress | null = null;
  let round = 0;
  let isChanging = false;
  const watching = (async () => {
    for (;;) {
      await delay(everyMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      const asked = round;
      const next = await client()
        .call(readProgress, { params: { progressId: runId } })
        .catch(() => null);
      if (isChanging || asked !== round) continue;
      if (next && last && next.current < last.current) regressions.push(`${last.current} to ${next.current}`);
      last = next ?? last;
    }
  })();
  return {
    get last() {
      return last;
    },
    regressions,
    async startOver(change) {
      isChanging = true;
      await change();
      isChanging = false;
      // A request that is in flight now may still return the old progress.
      round += 1;
      last = null;
    },
    async stop() {
      stopping.abort();
      await watching;
    },
  };
}
