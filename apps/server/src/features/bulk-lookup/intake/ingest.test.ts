import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildWorkbook, inline } from '../../../../test/workbooks/build-workbook.ts';
import { currentRequest } from '../../../platform/fairness/current-request.ts';
import type { Sharer } from '../../../platform/fairness/shares.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { ReceivedFile } from '../../../platform/http/bodies/received-file.ts';
import { createIngest, type Ingest, type IngestOptions } from './ingest.ts';
import type { LoadTarget } from './ingest-messages.ts';

const options: IngestOptions = {
  ...{ threads: 1, maxMemoryMb: 256, maxHeldMb: 192 },
  ...{ maxSeconds: 20, maxCpuSeconds: 20, idleSeconds: 60 },
};
let ingest: Ingest;
beforeEach(() => {
  ingest = createIngest(options);
});
afterEach(() => ingest.stop());
async function restart(changed: Partial<IngestOptions>): Promise<void> {
  await ingest.stop();
  ingest = createIngest({ ...options, ...changed });
}

const target = {
  ...{ day: '2026-01-01', key: '1' },
  options: { fieldMapping: { modelNumber: 'Serial' }, vendors: ['dell'] },
} as unknown as LoadTarget;
const segmentBytes = 512 * 1024;
const from = (client: string): Sharer => ({ client: { key: client }, owner: `owner of ${client}` });

/** In segments, as a body is received. */
function received(text: string): ReceivedFile {
  const bytes = Buffer.from(text);
  const segments: Buffer[] = [];
  for (let start = 0; start < bytes.length; start += segmentBytes) {
    const segment = Buffer.allocUnsafeSlow(Math.min(segmentBytes, bytes.length - start));
    bytes.copy(segment, 0, start);
    segments.push(segment);
  }
  return { segments, length: bytes.length, free: () => undefined };
}

/** A body of about this many megabytes. */
function bodyOf(megabytes: number): ReceivedFile {
  const row = `{"Serial":"B000003","Notes":"${'x'.repeat(200)}"}`;
  const rows = new Array(Math.ceil((megabytes * 1024 * 1024) / row.length)).fill(row).join(',');
  return received(`{"csvData":[${rows}],"fieldMapping":{"modelNumber":"Serial"}}`);
}

async function* chunksOf(bytes: Uint8Array) {
  yield bytes;
}

/** The number of rows, or the code of the error. */
async function load(bytes: Uint8Array, address: string): Promise<number | string> {
  const lines = ingest.loadFile(chunksOf(bytes), from(address))(target, 1_000_000);
  try {
    for (;;) {
      const { done, value } = await lines.next();
      if (done) return value.totalRows;
    }
  } catch (error) {
    return codeOf(error);
  }
}

const codeOf = (error: unknown) => (error instanceof AppError ? error.code : String(error));
const preview = (address: string, megabytes: number, signal?: AbortSignal) =>
  currentRequest
    .run({ ...from(address), signal }, () => ingest.preview(from(address), bodyOf(megabytes)))
    .then(
      ({ firstRows }) => firstRows.length,
      (error: unknown) => codeOf(error),
    );

/** Takes more than a second of CPU time. */
const slowWorkbook = () =>
  buildWorkbook({
    sheets: [{ name: 'S', rows: `<row>${inline('A1', 'Serial')}</row>${'<x a="b"/>'.repeat(3_000_000)}` }],
  });
const file = Buffer.from('Serial\nB000003\n');

describe('a file that takes too long to read', () => {
  it('is refused alone: others that are read at the same time notice nothing', async () => {
    await restart({ maxCpuSeconds: 0.3 });
    const slow = load(slowWorkbook(), '1');
    const others = [load(file, '1'), load(file, '2'), preview('1', 0.1), preview('2', 0.1)];
    expect(await Promise.all(others)).toEqual([1, 1, 10, 10]);
    expect(await slow).toBe('workbook_refused');
    expect(await load(file, '1')).toBe(1);
  });

  it('may take longer if it has many rows', async () => {
    await restart({ maxCpuSeconds: 0.3 });
    const rows = 'B000003,a note that makes the row longer\n'.repeat(200_000);
    expect(await load(Buffer.from(`Serial,Notes\n${rows}`), '1')).toBe(200_000);
  });
});

describe('a CSV file', () => {
  it('is passed on in parts, however long its rows become', async () => {
    const header = Array.from({ length: 499 }, (_, index) => `c${index}`).join(',');
    const bytes = Buffer.from(`Serial,${header}\n${'a\n'.repeat(20_000)}`);
    let rows = 0;
    let maxPart = 0;
    for await (const part of ingest.loadFile(chunksOf(bytes), from('1'))(target, 1_000_000)) {
      if ('workbook' in part) continue;
      rows = part.rows;
      maxPart = Math.max(
        maxPart,
        part.lines.reduce((sum, { length }) => sum + length, 0),
      );
    }
    expect(rows).toBe(20_000);
    expect(maxPart).toBeLessThan(16 * 1024 * 1024);
  });
});

describe('large bodies', () => {
  it('of other addresses do not delay a small one, nor a file', async () => {
    const order: string[] = [];
    const done = (name: string, work: Promise<unknown>) => work.then(() => order.push(name));
    const large = ['1', '2', '3', '4'].map((address) => done('large', preview(address, 8)));
    await Promise.all([...large, done('small', preview('5', 0.1)), done('file', load(file, '6'))]);
    expect(order.slice(0, 2).toSorted()).toEqual(['file', 'small']);
  });

  it('of an address that sends many are refused, and not those of others', async () => {
    await restart({ maxHeldMb: 26 });
    const greedy = Array.from({ length: 6 }, () => preview('1', 6));
    const other = await preview('2', 6);
    expect(other).toBe(10);
    expect((await Promise.all(greedy)).toSorted()).toEqual([
      10,
      10,
      10,
      ...new Array(3).fill('too_many_files'),
    ]);
  });

  it('are not read to the end if the client has disconnected', async () => {
    const leaving = new AbortController();
    const order: string[] = [];
    const left = preview('1', 16, leaving.signal).then((result) => order.push(String(result)));
    const stays = preview('1', 8).then((result) => order.push(String(result)));
    leaving.abort();
    await Promise.all([left, stays]);
    expect(order).toEqual(['upload_interrupted', '10']);
  });

  it('with long first rows are refused', async () => {
    const cells = Array.from({ length: 40 }, (_, index) => [`c${index}`, 'x'.repeat(30_000)]);
    const body = received(
      JSON.stringify({ csvData: [Object.fromEntries(cells)], fieldMapping: { modelNumber: 'c0' } }),
    );
    await expect(ingest.preview(from('1'), body)).rejects.toThrow(
      'The first rows have more than 1,000,000 characters.',
    );
  });
});
