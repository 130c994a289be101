import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { accuracyBlocks } from './accuracy-blocks.ts';

describe('accuracyBlocks', () => {
  it('takes the paragraphs and tables of one section', () => {
    const document =
      '# T\n\n## Before\n\nno\n\n## Measured\n\nWith `npm run`\nand more:\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n## After\n\nno\n';
    expect(accuracyBlocks(document)).toEqual([
      { kind: 'text', text: 'With npm run and more:' },
      { kind: 'table', head: ['a', 'b'], rows: [['1', '2']] },
    ]);
  });

  it('finds tables in the document that is shown', () => {
    const document = readFileSync(new URL('../../../../../docs/predictor.md', import.meta.url), 'utf8');
    const blocks = accuracyBlocks(document);
    expect(blocks.some(({ kind }) => kind === 'table')).toBe(true);
    expect(JSON.stringify(blocks)).not.toContain('@@');
  });
});
