import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { readCommit } from './build-info.ts';

const commit = '37929112f1ab0000000000000000000000000000';
const other = '0000000000000000000000000000000000000000';

let folder = '';
afterEach(() => rm(folder, { recursive: true }));

async function checkout(files: Record<string, string>): Promise<string> {
  folder = await mkdtemp(join(tmpdir(), 'warranty-commit-'));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return folder;
}

describe('the commit of a checkout', () => {
  it('is that of its branch', async () => {
    const files = { '.git/HEAD': 'ref: refs/heads/main\n', '.git/refs/heads/main': `${commit}\n` };
    expect(readCommit(await checkout(files))).toBe(commit);
  });

  it('is found among packed branches', async () => {
    const packed = `# pack-refs\n${other} refs/heads/other/main\n${commit} refs/heads/main\n`;
    const files = { '.git/HEAD': 'ref: refs/heads/main\n', '.git/packed-refs': packed };
    expect(readCommit(await checkout(files))).toBe(commit);
  });

  it('is the one checked out without a branch', async () => {
    expect(readCommit(await checkout({ '.git/HEAD': `${commit}\n` }))).toBe(commit);
  });

  it('is the one that a release was built from', async () => {
    expect(readCommit(await checkout({ COMMIT: `${commit}\n` }))).toBe(commit);
  });

  it('is unknown elsewhere', async () => {
    expect(readCommit(await checkout({ 'package.json': '{}' }))).toBe(null);
    await rm(folder, { recursive: true });
    expect(readCommit(await checkout({ '.git': 'gitdir: elsewhere' }))).toBe(null);
  });
});
