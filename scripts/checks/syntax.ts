// A thin layer over oxc-parser: parse, walk, and find the line of an offset.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseSync, visitorKeys } from 'oxc-parser';

export interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

/** The position of a node: its parent and the parent's property that holds it. */
export interface Place {
  parent: Node | undefined;
  key: string;
}

export interface Source {
  path: string;
  text: string;
  program: Node;
  problems: { line: number; message: string }[];
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
}

export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let index = text.indexOf('\n'); index !== -1 && index < offset; index = text.indexOf('\n', index + 1))
    line += 1;
  return line;
}

export function walk(node: Node, visit: (node: Node, place: Place) => void, place?: Place): void {
  visit(node, place ?? { parent: undefined, key: '' });
  for (const key of visitorKeys[node.type] ?? []) {
    const value = node[key];
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) walk(child, visit, { parent: node, key });
    }
  }
}

export function parseSource(path: string, text: string): Source {
  const result = parseSync(path, text, { preserveParens: false });
  const problems = result.errors.map((error) => ({
    line: lineAt(text, error.labels[0]?.start ?? 0),
    message: error.message,
  }));
  return { path, text, program: result.program as unknown as Node, problems };
}

export async function readSource(root: string, path: string): Promise<Source> {
  return parseSource(path, await readFile(join(root, path), 'utf8'));
}

/** The text of a string literal or of a template without expressions. */
export function literalText(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type !== 'TemplateLiteral') return undefined;
  const quasis = node.quasis as { value: { cooked: string | null } }[];
  return quasis.length === 1 ? (quasis[0]?.value.cooked ?? undefined) : undefined;
}

export function isNamed(node: unknown, ...names: string[]): boolean {
  return isNode(node) && node.type === 'Identifier' && names.includes(node.name as string);
}

/** Returns `it` for it() and it.each(...)(), and `test` for test.describe(). */
export function calledName(call: Node): string {
  let node: unknown = call;
  while (isNode(node) && node.type !== 'Identifier') node = node.callee ?? node.object ?? node.tag;
  return isNode(node) ? (node.name as string) : '';
}

/** True for `a.name` and for `a['name']`. */
export function isMember(node: Node, name: string): boolean {
  if (node.type !== 'MemberExpression') return false;
  return node.computed ? literalText(node.property) === name : isNamed(node.property, name);
}
