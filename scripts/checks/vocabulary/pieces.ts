import { parseSync } from 'oxc-parser';
import { isTest } from '../files.ts';
import { isNode, lineAt, type Node, type Place, walk } from '../syntax.ts';

/** A comment, a string or a name, and where it is. */
export interface Piece {
  line: number;
  text: string;
}

/** Only sentences count: a single word may be data, such as the header of a CSV file. */
const isSentence = (text: string) => /[a-z]+ [a-z]+/i.test(text) && !/[\\,;]\w/.test(text);

const testFunctions = new Set(['it', 'test', 'describe']);

function isTestTitle({ parent, key }: Place): boolean {
  if (parent?.type !== 'CallExpression' || key !== 'arguments') return false;
  let callee: unknown = parent.callee;
  while (isNode(callee) && callee.type !== 'Identifier')
    callee = callee.type === 'MemberExpression' ? callee.object : callee.callee;
  return isNode(callee) && testFunctions.has(callee.name as string);
}

function stringOf(node: Node): string | undefined {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type === 'JSXText') return node.value as string;
  if (node.type === 'TemplateElement') return (node.value as { raw: string }).raw;
  return undefined;
}

/** Comments and sentences. In tests, only titles: other strings are inputs and expected values. */
export function findProse(path: string, text: string): Piece[] {
  const { program, comments } = parseSync(path, text);
  const pieces = comments.map(({ start, value }) => ({ line: lineAt(text, start), text: value }));
  walk(program as unknown as Node, (node, place) => {
    const content = stringOf(node);
    if (content === undefined || !isSentence(content)) return;
    if (isTest(path) && !isTestTitle(place)) return;
    pieces.push({ line: lineAt(text, node.start), text: content });
  });
  return pieces;
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

/** The names that a file declares: variables, parameters, functions, types and members. */
export function findNames(path: string, text: string): Piece[] {
  const pieces: Piece[] = [];
  walk(parseSync(path, text).program as unknown as Node, (node, place) => {
    if (isDeclaration(node, place))
      pieces.push({ line: lineAt(text, node.start), text: node.name as string });
  });
  return pieces;
}

/** Classes that extend an error. */
export function findErrorClasses(path: string, text: string): Piece[] {
  const pieces: Piece[] = [];
  walk(parseSync(path, text).program as unknown as Node, (node) => {
    if (node.type !== 'ClassDeclaration' || !isNode(node.superClass) || !isNode(node.id)) return;
    const parent = String(node.superClass.name ?? '');
    if (parent.endsWith('Error')) pieces.push({ line: lineAt(text, node.start), text: String(node.id.name) });
  });
  return pieces;
}
