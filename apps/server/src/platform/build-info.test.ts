import { describe, expect, it } from 'vitest';
import { makeFolder } from '../../test/folder.ts';
import { readCommit } from './build-info.ts';

const commit = '37929112f1ab0000000000000000000000000000';
const other = '0000000000000000000000000000000000000000';

const head = { '.git/HEAD': 'ref: refs/heads/main\n' };

describe('the commit of a checkout', () => {
  it.each([
    ['that of its branch', { ...head, '.git/refs/heads/main': `${commit}\n` }],
    [
      'found among packed branches',
      {
        ...head,
        '.git/packed-refs': `# pack-refs\n${other} refs/heads/other/main\n${commit} refs/heads/main\n`,
      },
    ],
    ['the one checked out without a branch', { '.git/HEAD': `${commit}\n` }],
    ['the one that a release was built from', { COMMIT: `${commit}\n` }],
  ])('is %s', (_, files) => {
    expect(readCommit(makeFolder(files))).toBe(commit);
  });

  it.each([{ 'package.json': '{}' }, { '.git': 'gitdir: elsewhere' }])(
    'is unknown with %j alone',
    (files) => {
      expect(readCommit(makeFolder(files))).toBe(null);
    },
  );
});
