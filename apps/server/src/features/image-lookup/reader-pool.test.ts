import { readFileSync, readlinkSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { silent } from '../../../test/fixtures.ts';
import { images, labelReaders as processes } from '../../../test/image-fixture.ts';
import { waitUntil } from '../../../test/wait-until.ts';
import type { SentFile } from '../../platform/http/bodies/received-file.ts';
import { createReadersMetrics } from './image-lookup-metrics.ts';
import { createReaderPool, type ReaderPool, type ReadersOptions } from './reader-pool.ts';
import { createReaderSandbox } from './reader-sandbox.ts';

const photoOf = (...segments: Buffer[]): SentFile => ({
  segments,
  length: Buffer.concat(segments).length,
  contentType: 'image/jpeg',
  free: () => undefined,
});
const notPhoto = photoOf(images.drawing());
const unreadable = { kind: 'unreadable', reason: 'type' };
/** A file of the server that no reader needs. */
const ours = fileURLToPath(new URL('../../main.ts', import.meta.url));
const here = () => new AbortController().signal;
const sharer = { owner: 'owner', client: { key: '192.0.2.1' } };

let registry: Registry;
let readers: ReaderPool;

function open(options: Partial<ReadersOptions> = {}): void {
  registry = new Registry();
  readers = createReaderPool({
    count: 1,
    maxQueueLength: 16,
    idleSeconds: 60,
    secondsPerImage: 20,
    maxMemoryBytes: 2 ** 31,
    findSandbox: createReaderSandbox('auto', silent).find,
    log: silent,
    metrics: createReadersMetrics(registry),
    ...options,
  });
}

const read = (photo = notPhoto) => readers.read(photo, sharer, here());
const ends = async (reason: string) =>
  (await registry.getMetricsAsJSON())
    .find(({ name }) => name === 'warranty_image_readers_ended_total')
    ?.values.find(({ labels: { reason: label } }) => label === reason)?.value ?? 0;

/** A started reader that is frozen, so that any photo sent to it stays in progress. */
async function frozenReader(): Promise<number> {
  await read();
  const [pid = 0] = processes();
  process.kill(pid, 'SIGSTOP');
  return pid;
}

beforeEach(() => open());
afterEach(() => readers.stop());

describe('label readers', { timeout: 60_000 }, () => {
  it('are started for the first photo and exit when stopped', async () => {
    expect(processes()).toEqual([]);
    expect(await read()).toEqual(unreadable);
    expect(processes()).toHaveLength(1);
    await readers.stop();
    expect(processes()).toEqual([]);
  });

  it('inherit no environment variables and may not write files', async () => {
    await read();
    const [pid] = processes();
    const names = readFileSync(`/proc/${pid}/environ`, 'utf8').match(/^[^=]+|(?<=\0)[^=]+/g);
    expect(names?.filter((name) => !/^(?:MALLOC_|UV_THREADPOOL_SIZE$)/.test(name))).toEqual([]);
    const options = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    expect(options).toContain('--permission');
    expect(options.filter((option) => /allow-(?:fs-write|child|worker|wasi)/.test(option))).toEqual([]);
  });

  it('have no network of ours and may read their own files only', async () => {
    await read();
    const [pid] = processes();
    const namespaces = ['mnt', 'net', 'pid', 'ipc'].map((name) => `ns/${name}`);
    const shared = namespaces.filter(
      (name) => readlinkSync(`/proc/${pid}/${name}`) === readlinkSync(`/proc/self/${name}`),
    );
    expect(shared).toEqual([]);
    const options = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    const readable = options.flatMap((option) => /^--allow-fs-read=(.*)/.exec(option)?.[1] ?? []);
    expect(readable.length).toBeGreaterThan(10);
    expect(readable.filter((path) => ours.startsWith(path) || path.includes('*'))).toEqual([]);
  });

  it('reassemble photos from any pieces', async () => {
    const file = images.labels.dell.file();
    const pieces = [file.subarray(0, 1), file.subarray(1, 9000), file.subarray(9000)];
    const [whole, cut] = await Promise.all([
      readers.read(photoOf(file), sharer, here()),
      readers.read(photoOf(...pieces), sharer, here()),
    ]);
    expect(whole.kind).toBe('read');
    expect(cut).toEqual(whole);
  });

  it('decode base64 and read the next photo as it is', async () => {
    const file = images.labels.dell.file();
    const base64 = { ...photoOf(Buffer.from(file.toString('base64'))), contentType: null };
    const [decoded, whole, refused] = await Promise.all(
      [base64, photoOf(file), { ...base64, length: base64.length - 1 }].map((photo) =>
        readers.read(
          { ...photo, segments: photo.segments.map((each) => each.subarray(0, photo.length)) },
          sharer,
          here(),
        ),
      ),
    );
    expect(whole?.kind).toBe('read');
    expect(decoded).toEqual(whole);
    expect(refused).toEqual({ kind: 'unreadable', reason: 'not-base64' });
  });

  it('lose only the current photo when they are killed', async () => {
    const pid = await frozenReader();
    const [lost, next] = [read(), read()];
    process.kill(pid, 'SIGKILL');
    await expect(lost).rejects.toMatchObject({ name: 'ReaderExitError', reason: 'crash' });
    expect(await next).toEqual(unreadable);
    expect(await ends('crash')).toBe(1);
  });

  it('are killed and replaced if they hang', async () => {
    open({ secondsPerImage: 8 });
    const pid = await frozenReader();
    const [lost, next] = [read(), read()];
    await expect(lost).rejects.toMatchObject({ reason: 'time' });
    expect(processes()).not.toContain(pid);
    expect(await next).toEqual(unreadable);
    expect(await ends('time')).toBe(1);
  });

  it('are killed if they exceed the memory limit', async () => {
    // Any page exceeds the limit: a process that is stopped right after its start holds less than a megabyte.
    open({ maxMemoryBytes: 1 });
    const lost = expect(read()).rejects.toMatchObject({ reason: 'memory' });
    await waitUntil('the reader to begin', async () => processes().length === 1);
    // Stop it, because it could finish before its memory is checked.
    for (const pid of processes()) process.kill(pid, 'SIGSTOP');
    await lost;
    expect(processes()).toEqual([]);
    expect(await ends('memory')).toBe(1);
  });

  it('exit after an idle period', async () => {
    open({ idleSeconds: 0.05 });
    await read();
    await waitUntil('the reader ended', async () => (await ends('idle')) === 1);
    expect(processes()).toEqual([]);
    expect(await read()).toEqual(unreadable);
  });

  it('queue at most sixteen photos, and then throw with a time to retry after', async () => {
    const pid = await frozenReader();
    const admitted = Array.from({ length: 17 }, () => read());
    expect(() => read()).toThrow(/^The server is busy reading other photos\. Try again in \d+ seconds\.$/);
    process.kill(pid, 'SIGCONT');
    expect(await Promise.all(admitted)).toEqual(admitted.map(() => unreadable));
    expect(await read()).toEqual(unreadable);
  });

  it('read the photo of a newcomer next, whose place the newest of the others loses', async () => {
    const pid = await frozenReader();
    const settled: string[] = [];
    const note = (name: string, photo: Promise<unknown>) =>
      photo.then(
        () => settled.push(name),
        () => settled.push(`${name} was refused`),
      );
    const many = Array.from({ length: 17 }, (_, at) => note(`photo ${at}`, read()));
    const newcomer = note(
      'newcomer',
      readers.read(notPhoto, { owner: 'other', client: { key: '192.0.2.2' } }, here()),
    );
    process.kill(pid, 'SIGCONT');
    await Promise.all([...many, newcomer]);
    expect(settled.slice(0, 4)).toEqual(['photo 16 was refused', 'photo 0', 'newcomer', 'photo 1']);
  });

  it('do not read photos of disconnected clients', async () => {
    const pid = await frozenReader();
    const first = read();
    const leaving = new AbortController();
    const left = readers.read(notPhoto, sharer, leaving.signal);
    leaving.abort();
    process.kill(pid, 'SIGCONT');
    await expect(left).rejects.toMatchObject({ code: 'image_refused' });
    expect(await first).toEqual(unreadable);
  });

  it('are started up to the limit, a second one only when the first is busy', async () => {
    open({ count: 2 });
    await read();
    await read();
    expect(processes()).toHaveLength(1);
    const pid = await frozenReader();
    const [slow, quick] = [read(), read()];
    expect(await quick).toEqual(unreadable);
    expect(processes()).toHaveLength(2);
    process.kill(pid, 'SIGCONT');
    expect(await slow).toEqual(unreadable);
  });
});
