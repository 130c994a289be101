import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, expect, it } from 'vitest';
import { precompress } from './precompress.ts';

const text = 'export const answer = 42;\n'.repeat(100);
const noise = crypto.getRandomValues(new Uint8Array(2000));

const folder = await mkdtemp(join(tmpdir(), 'warranty-precompress-'));
await mkdir(join(folder, 'deeper'));
await writeFile(join(folder, 'deeper/index-1.js'), text);
await writeFile(join(folder, 'font-1.woff2'), noise);
await precompress(folder);
afterAll(() => rm(folder, { recursive: true }));

it('writes two compressed versions of a file, which both decompress to it', async () => {
  const file = join(folder, 'deeper/index-1.js');
  expect(brotliDecompressSync(await readFile(`${file}.br`)).toString()).toBe(text);
  expect(gunzipSync(await readFile(`${file}.gz`)).toString()).toBe(text);
});

it('skips files that would not get smaller', async () => {
  expect((await readdir(folder)).toSorted()).toEqual(['deeper', 'font-1.woff2']);
});

it('does not compress a compressed file again', async () => {
  await precompress(folder);
  const names = await readdir(join(folder, 'deeper'));
  expect(names.toSorted()).toEqual(['index-1.js', 'index-1.js.br', 'index-1.js.gz']);
});
