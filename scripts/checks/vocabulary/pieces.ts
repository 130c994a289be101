import { parseSync } from 'oxc-parser';
import { isTest } from '../files.ts';
import { calledName, isNode, lineAt, type Node, type Place, walk } from '../syntax.ts';

/** A comment, a string or a name, and where it is. */
export interface Piece {
  line: number;
  text: string;
}

/** Only sentences count: a single word may be data, such as the header of a CSV file. */
const isSentence = (text: string) => /[a-z]+ [a-z]+/i.test(text) && !/[\\,;]\w/.test(text);

const testFunctions = new Set(['it', 'test', 'describe']);

function isTestTitle({ parent, key }: Place): boolean {
  return parent?.type === 'CallExpression' && key === 'arguments' && testFunctions.has(calledName(parent));
}

function stringOf(node: Node): string | undefined {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type === 'JSXText') return node.value as string;
  if (node.type === 'TemplateElement') return (node.value as { raw: string }).raw;
  return undefined;
}

const declared = new Set(['VariableDeclarator', 'FunctionDeclaration', 'ClassDeclaration']);
const members = new Set(['Property', 'PropertyDefinition', 'MethodDefinition', 'TSPropertySignature']);
const types = new Set(['TSInterfaceDeclaration', 'TSTypeAliasDeclaration']);

function isDeclaration(node: Node, { parent, key }: Place): boolean {
  if (node.type !== 'Identifier' || !parent) return false;
  if (key === 'id') return declared.has(parent.type) || types.has(parent.type);
  if (key === 'params') return true;
  return key === 'key' && members.has(parent.type) && parent.computed !== true;
}

function errorClassOf({ type, superClass, id }: Node): string | undefined {
  if (type !== 'ClassDeclaration' || !isNode(superClass) || !isNode(id)) return undefined;
  return String(superClass.name ?? '').endsWith('Error') ? String(id.name) : undefined;
}

/**
 * Of a file: its comments and sentences, the names of what it declares, and its classes that extend an error. In tests only
 * titles are sentences: other strings are inputs and expected values.
 */
export function piecesOf(path: string, text: string) {
  const { program, comments } = parseSync(path, text);
  const prose: Piece[] = comments.map(({ start, value }) => ({ line: lineAt(text, start), text: value }));
  const names: Piece[] = [];
  const errorClasses: Piece[] = [];
  walk(program as unknown as Node, (node, place) => {
    const add = (pieces: Piece[], content: string) =>
      pieces.push({ line: lineAt(text, node.start), text: content });
    const content = stringOf(node);
    if (content !== undefined && isSentence(content) && (!isTest(path) || isTestTitle(place)))
      add(prose, content);
    if (isDeclaration(node, place)) add(names, node.name as string);
    const errorClass = errorClassOf(node);
    if (errorClass !== undefined) add(errorClasses, errorClass);
  });
  return { prose, names, errorClasses };
}
