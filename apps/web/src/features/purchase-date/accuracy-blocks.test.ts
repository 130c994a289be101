import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { accuracyBlocks } from './accuracy-blocks.ts';

describe('accuracyBlocks', () => {
  it('returns the paragraphs and tables of one section', () => {
    const document =
      '# T\n\n## Before\n\nno\n\n## Accuracy\n\nWith `npm run`\nand more:\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n## After\n\nno\n';
    expect(accuracyBlocks(document, 'Accuracy')).toEqual([
      { kind: 'text', text: 'With npm run and more:' },
      { kind: 'table', head: ['a', 'b'], rows: [['1', '2']] },
    ]);
  });

  const document = readFileSync(new URL('../../../../../docs/predictor.md', import.meta.url), 'utf8');

  it('finds three sentences and a table in the real document', () => {
    const [text, table, ...more] = accuracyBlocks(document, 'Accuracy');
    expect([text?.kind, table?.kind, more]).toEqual(['text', 'table', []]);
    expect(text?.kind === 'text' && text.text.match(/\.(?= [A-Z]|$)/g)).toHaveLength(3);
  });
});
