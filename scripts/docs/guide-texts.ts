// What the guide quotes from the screens, and whether the product says it.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isTest, listCodeFiles } from '../checks/files.ts';
import { isNode, type Node, parseSource, walk } from '../checks/syntax.ts';

const productFolders = /^(?:apps\/(?:web|server)|packages\/[a-z]+)\/src\//;
/** In place of a value in a text of the product. */
const hole = '\uFFFC';

const squeeze = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

function textOf(node: Node): string | null {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type === 'TemplateLiteral')
    return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join(hole);
  if (node.type === 'JSXElement' || node.type === 'JSXFragment')
    return (node.children as Node[]).map((child) => jsxText(child)).join('');
  return null;
}

function jsxText(node: Node): string {
  if (node.type === 'JSXText') return node.value as string;
  const inner = node.type === 'JSXExpressionContainer' && isNode(node.expression) ? node.expression : null;
  return inner?.type === 'Literal' ? String(inner.value) : hole;
}

/** Every text in a file, with values as holes. Names in braces are values too: the server fills them in. */
export function textsIn(path: string, source: string): string[] {
  const texts: string[] = [];
  walk(parseSource(path, source).program, (node) => {
    const text = squeeze((textOf(node) ?? '').replaceAll(/\{\w+\}/g, hole));
    if (/[a-z]/i.test(text)) texts.push(text);
  });
  return texts;
}

export async function readProductTexts(root: string): Promise<string[]> {
  const files = (await listCodeFiles(root)).filter((path) => productFolders.test(path) && !isTest(path));
  const texts = await Promise.all(
    files.map(async (path) => textsIn(path, await readFile(join(root, path), 'utf8'))),
  );
  return [...new Set(texts.flat())];
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
const lettersIn = (text: string) => text.replaceAll(/[^a-z]/gi, '').length;
/** A text of mostly values would match anything. */
const minLetters = 10;

/**
 * Whether a text of the product contains the quote, in which an ellipsis stands for any value, or is the quote with its values
 * filled in.
 */
export function isSaid(quote: string, texts: readonly string[]): boolean {
  const parts = new RegExp(
    quote
      .split('…')
      .map((part) => escaped(part.trim()))
      .join(`.*${hole}.*`),
  );
  return texts.some((text) => {
    if (parts.test(text)) return true;
    if (!text.includes(hole) || lettersIn(text) < minLetters) return false;
    return new RegExp(`^${text.split(hole).map(escaped).join('.+')}$`).test(quote);
  });
}

/** Bold texts are labels of the screens, except questions. Quoted texts and the cells below "Message" are messages. */
export function quotesIn(markdown: string): string[] {
  const prose = squeeze(markdown.replaceAll(/```[\s\S]*?```|<[^>]+>|`[^`]*`/g, ' '));
  const bold = [...prose.matchAll(/\*\*(.+?)\*\*/g)].map(([, text = '']) => text);
  const quoted = [...prose.matchAll(/"([^"]+)"/g)].map(([, text = '']) => text);
  const tables = markdown.split(/\n\n/).filter((block) => block.startsWith('| Message |'));
  const cells = tables.flatMap((table) =>
    table
      .split('\n')
      .slice(2)
      .map((line) => line.split('|')[1] ?? ''),
  );
  return [...bold.filter((text) => !text.endsWith('?')), ...quoted, ...cells].map((text) =>
    text
      .replaceAll('**', '')
      .trim()
      .replace(/[.,:]$/, ''),
  );
}
