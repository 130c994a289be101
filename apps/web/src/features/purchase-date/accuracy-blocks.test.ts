import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { accuracyBlocks } from './accuracy-blocks.ts';

describe('accuracyBlocks', () => {
  it('returns the paragraphs, lists and tables of one section', () => {
    const document =
      '# T\n\n## Before\n\nno\n\n## Accuracy\n\nWith `npm run`\nand more:\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n- one\n  item\n- two\n\n## After\n\nno\n';
    expect(accuracyBlocks(document, 'Accuracy')).toEqual([
      { kind: 'text', text: 'With npm run and more:' },
      { kind: 'table', head: ['a', 'b'], rows: [['1', '2']] },
      { kind: 'list', items: ['one item', 'two'] },
    ]);
  });

  const document = readFileSync(new URL('../../../../../docs/predictor.md', import.meta.url), 'utf8');

  it('finds one paragraph and one table in the summary of the real document', () => {
    expect(accuracyBlocks(document, 'Accuracy').map(({ kind }) => kind)).toEqual(['text', 'table']);
  });

  it.each(['Measurements in detail', 'Limitations'])(
    'finds the section "%s" in the real document',
    (heading) => {
      expect(accuracyBlocks(document, heading)).not.toEqual([]);
    },
  );
});
