import { describe, expect, it } from 'vitest';
import { compilePage } from './markdown.ts';

const compile = (...lines: string[]) => compilePage('page', ['# Page', '', ...lines].join('\n')).blocks;

const picture = (dark: string, light = dark) => [
  '<picture>',
  `  <source media="(prefers-color-scheme: dark)" srcset="images/${dark}-dark.webp">`,
  `  <img src="images/${light}-light.webp" alt="What it shows">`,
  '</picture>',
];

describe('compilePage', () => {
  it('takes the title from the first heading', () => {
    expect(compilePage('home', '# Home & more\n\nText.')).toEqual({
      slug: 'home',
      title: 'Home & more',
      blocks: [{ kind: 'paragraph', children: ['Text.'] }],
    });
  });

  it('gives headings the identifiers that GitHub gives them', () => {
    expect(compile('## Usage, sessions and activity', '', '### What’s (1) new?')).toEqual([
      { kind: 'heading', level: 2, id: 'usage-sessions-and-activity', text: 'Usage, sessions and activity' },
      { kind: 'heading', level: 3, id: 'whats-1-new', text: 'What’s (1) new?' },
    ]);
  });

  it('keeps text as it is, and joins its lines', () => {
    expect(compile('Press **Save & close**', 'or `<Esc>` twice.')).toEqual([
      {
        kind: 'paragraph',
        children: [
          'Press ',
          { kind: 'strong', children: ['Save & close'] },
          ' or ',
          { kind: 'code', text: '<Esc>' },
          ' twice.',
        ],
      },
    ]);
  });

  it('distinguishes pages, files of the repository and other sites', () => {
    const link = (target: object) => ({ kind: 'link', target, children: ['a'] });
    expect(
      compile('[a](home.md#one)[a](../install.md#two)[a](../../README.md)[a](https://example.com/)'),
    ).toEqual([
      {
        kind: 'paragraph',
        children: [
          link({ kind: 'page', slug: 'home', hash: 'one' }),
          link({ kind: 'file', path: 'docs/install.md' }),
          link({ kind: 'file', path: 'README.md' }),
          link({ kind: 'web', href: 'https://example.com/' }),
        ],
      },
    ]);
  });

  it('reads lists, tables and code', () => {
    expect(
      compile('1. One', '2. Two', '', '| A | B |', '|---|---|', '| c | `d` |', '', '```sh', 'a <b', '```'),
    ).toEqual([
      {
        kind: 'list',
        ordered: true,
        items: [[{ kind: 'paragraph', children: ['One'] }], [{ kind: 'paragraph', children: ['Two'] }]],
      },
      { kind: 'table', head: [['A'], ['B']], rows: [[['c'], [{ kind: 'code', text: 'd' }]]] },
      { kind: 'code', text: 'a <b' },
    ]);
  });

  it('reads a picture in two themes', () => {
    expect(compile(...picture('home'))).toEqual([{ kind: 'picture', name: 'home', alt: 'What it shows' }]);
  });

  it.each([
    ['other HTML', ['<script>alert(1)</script>']],
    ['HTML within text', ['Text with <b>bold</b>.']],
    [
      'a picture with an event handler',
      picture('home').map((line) => line.replace(' alt', ' onload="x" alt')),
    ],
    ['a picture of two things', picture('home', 'bulk-lookup')],
    ['a link that runs code', ['[a](javascript:alert(1))']],
    ['an image in Markdown', ['![a](images/home-light.webp)']],
    ['a second title', ['# Another']],
  ])('refuses %s', (_, lines) => {
    expect(() => compile(...lines)).toThrow(/^page\.md/);
  });

  it('refuses a page without a title', () => {
    expect(() => compilePage('page', 'Text.')).toThrow('page.md does not start with # Title');
  });
});
