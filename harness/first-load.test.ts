import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { measureFirstLoad } from './first-load.ts';

let dist: string;
beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'first-load-'));
  await mkdir(join(dist, '.vite'));
  const manifest = {
    'index.html': {
      file: 'entry.js',
      isEntry: true,
      imports: ['_shared.js'],
      dynamicImports: ['other.tsx', 'start.tsx'],
    },
    '_shared.js': { file: 'shared.js', imports: ['_deep.js'] },
    '_deep.js': { file: 'deep.js', imports: ['_shared.js'] },
    'start.tsx': { file: 'start.js', imports: ['_deep.js', '_started.js'] },
    '_started.js': { file: 'started.js' },
    'other.tsx': { file: 'other.js', imports: ['_own.js'] },
    '_own.js': { file: 'own.js' },
  };
  await writeFile(join(dist, '.vite/manifest.json'), JSON.stringify(manifest));
  for (const { file } of Object.values(manifest)) await writeFile(join(dist, file), `// ${file}`);
});
afterAll(() => rm(dist, { recursive: true }));

describe('measureFirstLoad', () => {
  it('counts the entry, what it imports while it starts and their imports, each once, and nothing else', async () => {
    const filesOf = async (imported: string[]) =>
      (await measureFirstLoad(dist, imported)).chunks.map(({ file }) => file).sort();
    expect(await filesOf([])).toEqual(['deep.js', 'entry.js', 'shared.js']);
    expect(await filesOf(['start.tsx'])).toEqual([
      ...['deep.js', 'entry.js', 'shared.js', 'start.js', 'started.js'],
    ]);
  });

  it('throws if the build does not have what is imported', async () => {
    await expect(measureFirstLoad(dist, ['gone.tsx'])).rejects.toThrow('the build has no gone.tsx');
  });

  it('throws if the build has no entry', async () => {
    const empty = join(dist, 'empty');
    await mkdir(join(empty, '.vite'), { recursive: true });
    await writeFile(join(empty, '.vite/manifest.json'), '{}');
    await expect(measureFirstLoad(empty)).rejects.toThrow('no entry');
  });
});
