import { readFile, writeFile } from 'node:fs/promises';
import { RequestError } from '@warranty/contracts/core/client';
import type { ReplyOf } from '@warranty/contracts/core/endpoint';
import { extractLabel, maxImageBytes } from '@warranty/contracts/image-lookup';
import { readSession } from '@warranty/contracts/session';
import { findChildProcesses } from '../../harness/child-processes.ts';
import * as images from '../../harness/images.ts';
import { memoryOf } from '../../harness/memory.ts';
import { readMetric } from '../../harness/metrics.ts';
import { type Server, waitUntil } from '../../harness/processes.ts';
import { createTestClient, type TestClient } from '../../harness/test-client.ts';
import { assertEventLoopFree } from '../event-loop.ts';
import { assert, type Fault, type FaultContext } from '../fault.ts';
import { install } from '../installation.ts';

type Extraction = ReplyOf<typeof extractLabel>;

const tag = images.labels.dell.serialNumber;

async function setUp(context: FaultContext, env: Record<string, string> = {}) {
  const { api } = await install(context, {
    apis: 1,
    env: { IMAGES_PER_MINUTE: '100000', IMAGES_PER_MINUTE_PER_ADDRESS: '100000', IMAGE_READERS: '1', ...env },
  });
  return { api, client: await createTestClient(api.url) };
}

const readersOf = ({ pid }: Server) => findChildProcesses('reader-child.ts', pid);
const extract = ({ call }: TestClient, image: string): Promise<Extraction> =>
  call(extractLabel, { body: { image } });

const pngStart = 0x89;

/** Sends the photo as the body, as our page does. */
async function extractBody({ url, cookie }: TestClient, photo: Buffer): Promise<Extraction> {
  const type = photo[0] === pngStart ? 'image/png' : 'image/jpeg';
  const headers = { origin: url, cookie, 'content-type': type };
  const response = await fetch(url + extractLabel.path, {
    method: 'POST',
    headers,
    body: new Uint8Array(photo),
  });
  if (!response.ok) throw new RequestError(response, await response.text());
  return (await response.json()) as Extraction;
}

/** The serial number that was read, or the error message shown to the user. */
const messageOf = (answer: Promise<Extraction>): Promise<string> =>
  answer.then(
    ({ data, error }) => data?.serialNumber ?? error ?? '',
    (error: unknown) => {
      if (!(error instanceof RequestError)) throw error;
      return `${error.status} ${error.serverMessage}`;
    },
  );

const messageByCode = {
  tooLarge: '413 File too large. Maximum size is 10MB',
  notPhoto: '415 Invalid file type. Please upload JPEG, PNG, or WebP images',
  broken: '422 Failed to process image. Please try again',
};

const uploads: [name: string, file: () => Buffer, told: string][] = [
  [
    '1000 frames',
    () => images.animatedPng(1000),
    'Could not find model number or serial number for warranty lookup',
  ],
  ['196 megapixels', images.hugePng, messageByCode.broken],
  ['photo and page', images.photoThenPage, tag],
  ['page and photo', images.pageThenPhoto, messageByCode.notPhoto],
  ['drawing', images.drawing, messageByCode.notPhoto],
  ['truncated', images.truncatedPhoto, messageByCode.broken],
  ['10 MB and a byte', () => images.paddedPhoto(maxImageBytes + 1), messageByCode.tooLarge],
  ['30 MB', () => images.noiseOf(3 * maxImageBytes), messageByCode.tooLarge],
  ['10 MB of noise', () => images.noiseOf(maxImageBytes), messageByCode.broken],
  ['10 MB', () => images.paddedPhoto(maxImageBytes), tag],
];

async function uploadEight(name: string, told: string, send: () => Promise<Extraction>): Promise<void> {
  const answers = await Promise.all(Array.from({ length: 8 }, () => messageOf(send())));
  const other = answers.find((answer) => answer !== told);
  assert(other === undefined, `${name}: got '${other}' instead of '${told}'`);
}

async function uploadInBothForms(client: TestClient, [name, file, told]: (typeof uploads)[0]): Promise<void> {
  const photo = file();
  const image = photo.toString('base64');
  await uploadEight(name, told, () => extract(client, image));
  await uploadEight(`${name} as the body`, told, () => extractBody(client, photo));
}

export const hostilePhotos: Fault = {
  number: 30,
  isolation: 'exclusive',
  title: 'hostile photos, eight at a time',
  async run(context) {
    const { api, client } = await setUp(context);
    // Warm up the reader and the code that the first upload loads before anything is measured.
    for (const bytes of [maxImageBytes, maxImageBytes + 1])
      await messageOf(extract(client, images.paddedPhoto(bytes).toString('base64')));
    const before = await memoryOf(api, 'VmRSS');
    await writeFile(`/proc/${api.pid}/clear_refs`, '5');
    const loop = await assertEventLoopFree(context, api, async () => {
      for (const upload of uploads) await uploadInBothForms(client, upload);
    });
    const growth = (await memoryOf(api, 'VmHWM')) - before;
    assert(growth < 100, `the api grew by ${growth.toFixed(0)} MB`);
    return `${uploads.length} kinds handled correctly; the api grew by ${growth.toFixed(0)} MB at most (bar 100), its ${loop}`;
  },
};

/** Starts a reader and stops it (SIGSTOP), so that the next photo stays in progress. */
async function freezeReader(api: Server, client: TestClient): Promise<number> {
  await messageOf(extract(client, images.drawing().toString('base64')));
  const [pid = 0] = readersOf(api);
  process.kill(pid, 'SIGSTOP');
  return pid;
}

const queueLength = (api: Server) => readMetric(api, 'warranty_image_queue_length');

export const readerLost: Fault = {
  number: 31,
  title: 'a label reader is killed or hangs while it reads a photo',
  async run(context) {
    const { api, client } = await setUp(context, { IMAGE_SECONDS: '8' });
    const photo = images.labels.dell.file().toString('base64');
    const told: string[][] = [];
    for (const kill of [true, false]) {
      const pid = await freezeReader(api, client);
      const answers = [messageOf(extract(client, photo)), messageOf(extract(client, photo))];
      await waitUntil(
        'one photo to be in progress and the other to be queued',
        async () => (await queueLength(api)) === 1,
      );
      if (kill) process.kill(pid, 'SIGKILL');
      await client.call(readSession);
      told.push((await Promise.all(answers)).sort());
      assert(!readersOf(api).includes(pid), 'the lost reader is still running');
    }
    for (const answers of told)
      assert(
        answers.join() === `${messageByCode.broken},${tag}`,
        `got ${answers.join(' and ')} instead of an error and ${tag}`,
      );

    const [reader = 0] = readersOf(api);
    await api.stop('SIGKILL');
    const took = await waitUntil('the reader to exit with the api', async () => !(await isRunning(reader)));
    return `killed and hanging (limit 8 s): one photo lost each, the next photo read, the api responsive; the reader exited ${Math.round(took)} ms after the api was killed`;
  },
};

async function isRunning(pid: number): Promise<boolean> {
  return (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).includes('reader-child');
}

export const readersBusy: Fault = {
  number: 32,
  title: 'more photos than the queue can hold',
  async run(context) {
    const { api, client } = await setUp(context);
    const pid = await freezeReader(api, client);
    const photo = images.labels.dell.file().toString('base64');
    const waiting = [messageOf(extract(client, photo))];
    while (waiting.length < 17) waiting.push(messageOf(extract(client, photo)));
    await waitUntil('sixteen photos to be queued', async () => (await queueLength(api)) === 16);
    const response = await fetch(`${api.url}/api/ocr/extract`, {
      method: 'POST',
      headers: { origin: api.url, cookie: client.cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ image: photo }),
    });
    const retryAfter = Number(response.headers.get('retry-after'));
    assert(response.status === 503 && retryAfter > 0, `${response.status} with Retry-After ${retryAfter}`);
    process.kill(pid, 'SIGCONT');
    const answers = await Promise.all(waiting);
    assert(
      answers.every((answer) => answer === tag),
      `a queued photo got ${answers.find((answer) => answer !== tag)}`,
    );
    return `16 wait behind the one in progress, the next gets Retry-After ${retryAfter} s; all 17 were read`;
  },
};
