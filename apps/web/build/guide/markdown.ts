import { posix } from 'node:path';
import { lexer, type Token, type Tokens } from 'marked';
import type { Block, GuidePage, Inline, LinkTarget } from '../../src/features/guide/guide-page.ts';

/** The folder of the pages in the repository; links are relative to it. */
const folder = 'docs/guide';

/** The only HTML that a page may contain: one picture in two themes, as GitHub shows it. */
const picture =
  /^<picture>\n {2}<source media="\(prefers-color-scheme: dark\)" srcset="images\/([a-z-]+)-dark\.webp">\n {2}<img src="images\/([a-z-]+)-light\.webp" alt="([^"<>]+)">\n<\/picture>$/;

/** Turns one page into data. Throws for everything that a page should not contain. */
export function compilePage(slug: string, markdown: string): GuidePage {
  const [first, ...rest] = lexer(markdown).filter(({ type }) => type !== 'space');
  if (first?.type !== 'heading' || first.depth !== 1)
    throw new Error(`${slug}.md does not start with # Title`);
  return { slug, title: first.text, blocks: rest.map((token) => toBlock(slug, token)) };
}

function toBlock(slug: string, token: Token): Block {
  switch (token.type) {
    case 'heading':
      return toHeading(slug, token as Tokens.Heading);
    case 'paragraph':
    case 'text':
      return { kind: 'paragraph', children: toInlines(slug, token.tokens) };
    case 'list':
      return toList(slug, token as Tokens.List);
    case 'table':
      return toTable(slug, token as Tokens.Table);
    case 'code':
      return { kind: 'code', text: token.text };
    case 'html':
      return toPicture(slug, token.raw.trim());
    default:
      throw new Error(`${slug}.md has "${token.raw}", and pages have no ${token.type}`);
  }
}

function toHeading(slug: string, { depth, text }: Tokens.Heading): Block {
  if (depth !== 2 && depth !== 3) throw new Error(`${slug}.md: "${text}" should have ## or ###`);
  return { kind: 'heading', level: depth, id: headingId(text), text };
}

/** The same as GitHub's, so that a link works in both places. */
function headingId(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(/\s/g, '-');
}

function toList(slug: string, { ordered, items }: Tokens.List): Block {
  const blocksOf = (item: Tokens.ListItem) =>
    item.tokens.filter(({ type }) => type !== 'space').map((token) => toBlock(slug, token));
  return { kind: 'list', ordered, items: items.map(blocksOf) };
}

function toTable(slug: string, { header, rows }: Tokens.Table): Block {
  const cells = (row: Tokens.TableCell[]) => row.map(({ tokens }) => toInlines(slug, tokens));
  return { kind: 'table', head: cells(header), rows: rows.map(cells) };
}

function toPicture(slug: string, html: string): Block {
  const [, dark, name = '', alt = ''] = picture.exec(html) ?? [];
  if (dark === undefined || dark !== name)
    throw new Error(`${slug}.md: only pictures may be HTML, not ${html}`);
  return { kind: 'picture', name, alt };
}

function toInlines(slug: string, tokens: readonly Token[] = []): Inline[] {
  return tokens.map((token) => toInline(slug, token));
}

function toInline(slug: string, token: Token): Inline {
  switch (token.type) {
    case 'text':
    case 'escape':
      return token.text.replaceAll('\n', ' ');
    case 'codespan':
      return { kind: 'code', text: token.text };
    case 'strong':
      return { kind: 'strong', children: toInlines(slug, token.tokens) };
    case 'link':
      return { kind: 'link', target: toTarget(slug, token.href), children: toInlines(slug, token.tokens) };
    default:
      throw new Error(`${slug}.md has "${token.raw}", and text has no ${token.type}`);
  }
}

function toTarget(slug: string, href: string): LinkTarget {
  if (/^https?:\/\//.test(href)) return { kind: 'web', href };
  if (href.includes(':')) throw new Error(`${slug}.md: ${href} is neither a file nor a web page`);
  const [file = '', hash = ''] = href.split('#');
  const page = /^([\w-]+)\.md$/.exec(file);
  if (page) return { kind: 'page', slug: page[1] ?? '', hash };
  return { kind: 'file', path: posix.join(folder, file) };
}
