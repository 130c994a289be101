import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { isSaid, quotesIn, readProductTexts, textsIn } from './guide-texts.ts';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const guide = join(root, 'docs/guide');

/** Shown by Windows, not by the product. */
const ofOthers = ['More info', 'Run anyway'];

describe('the guide', () => {
  it('quotes only labels and messages that the product has', async () => {
    const texts = await readProductTexts(root);
    const pages = readdirSync(guide).filter((name) => name.endsWith('.md'));
    const quotes = pages.flatMap((page) =>
      quotesIn(readFileSync(join(guide, page), 'utf8')).map((quote) => ({ page, quote })),
    );
    expect(quotes.length).toBeGreaterThan(100);
    const unknown = quotes.filter(({ quote }) => !ofOthers.includes(quote) && !isSaid(quote, texts));
    expect(unknown).toEqual([]);
  });
});

describe('a quote', () => {
  const texts = textsIn(
    'a.tsx',
    `const error = "Save the {key} first."; const label = \`Export your \${source} with predictions\`;
     const view = <p>How to get {name} keys</p>; const button = <Button>Send now</Button>; const any = \`\${a} \${b}\`;`,
  );

  it.each(['Save the … first', 'Export your file with predictions', 'How to get … keys', 'Send now', 'Send'])(
    'is found: %s',
    (quote) => expect(isSaid(quote, texts)).toBe(true),
  );

  it.each(['Save it first', 'Export your file', 'How to get keys', 'Send later', 'send now'])(
    'is not found: %s',
    (quote) => expect(isSaid(quote, texts)).toBe(false),
  );

  it('is a bold or quoted text, or a cell below "Message"', () => {
    const page = `Press **Send**, or\n"Skip it". **Why?** \`"code"\`\n\n| Message | Do |\n|---|---|\n| Failed. | Wait |\n\n| Other | Do |\n|---|---|\n| A | B |\n`;
    expect(quotesIn(page)).toEqual(['Send', 'Skip it', 'Failed']);
  });
});
