// Finds a test by its title, and tells whether it can fail.
import { isNamed, isNode, literalText, type Node, parseSource, walk } from '../checks/syntax.ts';

const testFunctions = ['it', 'test', 'describe'];
const offModifiers = ['skip', 'skipIf', 'todo', 'fixme', 'fails'];
/** Helpers of other files that throw if something is not as expected are named like this. */
const assertionName = /^(?:expect|assert|require)(?:[A-Z]|$)/;

/** `it.each(rows)` of `it.each(rows)(title, body)`: its names from the left. */
function namesOf(callee: unknown): string[] {
  if (!isNode(callee)) return [];
  if (callee.type === 'Identifier') return [callee.name as string];
  if (callee.type === 'CallExpression') return namesOf(callee.callee);
  if (callee.type === 'TaggedTemplateExpression') return namesOf(callee.tag);
  if (callee.type !== 'MemberExpression') return [];
  return [...namesOf(callee.object), ...namesOf(callee.property)];
}

const isTestCall = (node: Node): boolean =>
  node.type === 'CallExpression' && testFunctions.includes(namesOf(node.callee)[0] ?? '');

function titleOf(node: Node): string | undefined {
  if (isTestCall(node)) return literalText((node.arguments as unknown[])[0]);
  if (node.type !== 'ObjectExpression') return undefined;
  const properties = (node.properties as Node[]).filter(({ key }) => isNamed(key, 'title'));
  return literalText(properties[0]?.value);
}

/** The functions of a file by their names, to look into those that a test calls. */
function functionsIn(program: Node): Map<string, Node> {
  const found = new Map<string, Node>();
  walk(program, (node) => {
    const value = node.type === 'VariableDeclarator' ? node.init : node;
    const isFunction = isNode(value) && /^(?:Arrow)?Function/.test(value.type);
    if (isFunction && isNamed(node.id, (node.id as { name?: string } | null)?.name ?? ''))
      found.set((node.id as unknown as { name: string }).name, value);
  });
  return found;
}

function canFail(node: Node, functions: ReadonlyMap<string, Node>, seen = new Set<Node>()): boolean {
  if (seen.has(node)) return false;
  seen.add(node);
  let found = false;
  walk(node, (each) => {
    if (found || each.type !== 'CallExpression') return;
    const names = namesOf(each.callee);
    const called = functions.get(names[0] ?? '');
    found = names.some((name) => assertionName.test(name)) || (!!called && canFail(called, functions, seen));
  });
  return found;
}

/** The tests in a group; the node itself if it is a test or a fault case. */
function testsIn(node: Node): Node[] {
  if (namesOf(node.callee)[0] !== 'describe') return [node];
  const tests: Node[] = [];
  walk(node, (each) => {
    if (isTestCall(each) && namesOf(each.callee)[0] !== 'describe' && titleOf(each) !== undefined)
      tests.push(each);
  });
  return tests;
}

const isOff = (node: Node): boolean => namesOf(node.callee).some((name) => offModifiers.includes(name));

function problemInGo(text: string, title: string): string | null {
  const [, after] = text.split(`func ${title}(t *testing.T) {\n`);
  if (after === undefined) return 'there is no such test';
  const [body = ''] = after.split('\n}\n');
  return /\bt\.(?:Error|Fatal)f?\(/.test(body) ? null : 'it cannot fail';
}

/** Why a document must not name this test, group of tests or fault case; null if it may. */
export function problemWith(path: string, text: string, title: string): string | null {
  if (path.endsWith('.go')) return problemInGo(text, title);
  const { program } = parseSource(path, text);
  const named: Node[] = [];
  walk(program, (node) => {
    if (titleOf(node) === title) named.push(node);
  });
  if (named.length === 0) return 'there is no such test';
  const tests = named.flatMap(testsIn);
  if (tests.length === 0) return 'its group has no tests';
  if ([...named, ...tests].some(isOff)) return 'it is skipped';
  const functions = functionsIn(program);
  return tests.every((test) => canFail(test, functions)) ? null : 'it cannot fail';
}
