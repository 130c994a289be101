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
      dynamicImports: ['other.tsx'],
    },
    '_shared.js': { file: 'shared.js', imports: ['_deep.js'] },
    '_deep.js': { file: 'deep.js', imports: ['_shared.js'] },
    'other.tsx': { file: 'other.js', imports: ['_own.js'] },
    '_own.js': { file: 'own.js' },
  };
  await writeFile(join(dist, '.vite/manifest.json'), JSON.stringify(manifest));
  for (const { file } of Object.values(manifest)) await writeFile(join(dist, file), `// ${file}`);
});
afterAll(() => rm(dist, { recursive: true }));

describe('measureFirstLoad', () => {
  it('counts the entry and its static imports, each once, and no dynamic imports', async () => {
    const { chunks } = await measureFirstLoad(dist);
    expect(chunks.map(({ file }) => file).sort()).toEqual(['deep.js', 'entry.js', 'shared.js']);
  });

  it('throws if the build has no entry', async () => {
    const empty = join(dist, 'empty');
    await mkdir(join(empty, '.vite'), { recursive: true });
    await writeFile(join(empty, '.vite/manifest.json'), '{}');
    await expect(measureFirstLoad(empty)).rejects.toThrow('no entry');
  });
});
