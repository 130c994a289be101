import { readFileSync, readlinkSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createSpool, defaultLimits, type SpoolFile } from './spool-file.ts';

const limits = { bytes: 100, bytesPerAddress: 60, busySeconds: 5 };
const from = (client: string) => ({ owner: `owner of ${client}`, client: { key: client } });
async function* pieces(...sizes: number[]) {
  for (const size of sizes) yield Buffer.alloc(size, 'x');
}
const closeAll = (files: SpoolFile[]) => Promise.all(files.map((file) => file.close()));

describe('a spooled file', () => {
  it('has all bytes and no name', async () => {
    const file = await createSpool(limits)(from('1'), pieces(20, 5));
    expect(file.size).toBe(25);
    const path = `/proc/self/fd/${file.descriptor}`;
    expect([readFileSync(path, 'utf8'), readlinkSync(path)]).toEqual([
      'x'.repeat(25),
      expect.stringMatching(/\(deleted\)$/),
    ]);
    await file.close();
  });

  const busy = { code: 'too_many_files', retryAfterSeconds: 5 };

  it('is rejected when its client has too many bytes, until others are closed', async () => {
    const spool = createSpool(limits);
    const files = [await spool(from('1'), pieces(50))];
    await expect(spool(from('1'), pieces(5, 6))).rejects.toMatchObject(busy);
    // What was rejected left nothing behind, and there is room for others.
    files.push(await spool(from('1'), pieces(10)), await spool(from('2'), pieces(40)));
    await closeAll(files);
    await closeAll([await spool(from('1'), pieces(60))]);
  });

  it('is rejected when all clients have too many bytes together, until others are closed', async () => {
    const spool = createSpool(limits);
    const files = [await spool(from('1'), pieces(50)), await spool(from('2'), pieces(40))];
    await expect(spool(from('3'), pieces(11))).rejects.toMatchObject(busy);
    files.push(await spool(from('3'), pieces(10)));
    await closeAll(files);
    await closeAll([await spool(from('1'), pieces(60))]);
  });

  it('counts only while its bytes arrive if the upload breaks', async () => {
    const spool = createSpool(limits);
    async function* broken() {
      yield Buffer.alloc(60);
      throw new Error('gone');
    }
    await expect(spool(from('1'), broken())).rejects.toThrow('gone');
    await closeAll([await spool(from('1'), pieces(60))]);
  });
});

describe('the temporary storage of a deployment', () => {
  const readDeploy = (path: string) =>
    readFileSync(new URL(`../../../../../../deploy/${path}`, import.meta.url), 'utf8');

  it.each([
    ['compose.yaml', /tmpfs: \["\/tmp:size=(\d+)m,/],
    ['helm/values.yaml', /^temporaryStorage: (\d+)Mi$/m],
  ])('has room for all files of %s', (path, pattern) => {
    const mebibytes = Number(pattern.exec(readDeploy(path))?.[1]);
    expect(mebibytes * 1024 ** 2).toBeGreaterThan(defaultLimits.bytes);
  });
});
