import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type BulkRun,
  createBulkRun,
  downloadBulkFile,
  type Progress,
  readBulkRun,
  readProgress,
  uploadBulkSource,
} from '@warranty/contracts/bulk-lookup';
import { fillPath } from '@warranty/contracts/client';
import { fleetMapping } from './fleet.ts';
import type { TestClient } from './test-client.ts';

/** How many chunks, each of them a call, a worker has under way at most: the `hands` of `bulk.chunk`. */
export const callsPerWorker = 12;

/** A run for a file of the fleet's form; its id. */
export async function createRun({ call }: TestClient): Promise<string> {
  const { id } = await call(createBulkRun, { body: { fieldMapping: fleetMapping, fillBlankFields: true } });
  return id;
}

export const readRun = ({ call }: TestClient, runId: string): Promise<BulkRun> =>
  call(readBulkRun, { params: { runId } });

type Pieces = Iterable<string | Buffer> | AsyncIterable<string | Buffer>;

/** Sends a run its file as it is made. Rejects with the reply where it was not taken. */
export async function sendFile(client: TestClient, runId: string, pieces: Pieces): Promise<void> {
  const { method, path } = uploadBulkSource;
  const headers = { origin: client.url, cookie: client.cookie, 'content-type': 'text/csv' };
  const sending = request(client.url + fillPath(path, { runId }), { method, headers });
  const answered = once(sending, 'response') as Promise<[IncomingMessage]>;
  // Whatever breaks the one breaks the other; the first reason is told.
  const [[reply]] = await Promise.all([answered, pipeline(Readable.from(pieces), sending)]);
  const text = await textOf(reply);
  if (reply.statusCode !== 202) throw new Error(`the file got ${reply.statusCode}: ${text}`);
}

/** Saves a run's file to the disk as it comes. */
export async function saveFile(client: TestClient, runId: string, to: string, query = ''): Promise<void> {
  const { method, path } = downloadBulkFile;
  const asking = request(client.url + fillPath(path, { runId }) + query, {
    method,
    headers: { cookie: client.cookie },
  }).end();
  const [reply] = (await once(asking, 'response')) as [IncomingMessage];
  if (reply.statusCode !== 200)
    throw new Error(`the download got ${reply.statusCode}: ${await textOf(reply)}`);
  await pipeline(reply, createWriteStream(to));
}

async function textOf(reply: IncomingMessage): Promise<string> {
  return Buffer.concat(await reply.toArray()).toString();
}

export interface ProgressWatch {
  /** What was read last. */
  readonly last: Progress | null;
  /** Each time there was less than before. */
  readonly regressions: readonly string[];
  /** Does something after which less than before is right, such as trying rows again; what was read is forgotten. */
  startOver(change: () => Promise<unknown>): Promise<void>;
  stop(): Promise<void>;
}

/** Reads a run's progress over and over, also while nobody answers, until told to stop. */
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
      // Whatever is on its way now may still be from before.
      round += 1;
      last = null;
    },
    async stop() {
      stopping.abort();
      await watching;
    },
  };
}
