// Finds markers that must not be committed: an open task without a reason, `.only`, a test skipped without a reason.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isCode, isTest } from './files.ts';
import { isNode, lineAt, literalText, type Node, parseSource, walk } from './syntax.ts';
import type { Violation } from './violation.ts';

type Found = Omit<Violation, 'file'>;

/** A reason follows in parentheses or after a colon. */
const OPEN_TASK = /\b(?:TODO|FIXME)\b(?!\s*\(\s*[^)\s]|:\s*\S)/;

/** Files that may contain the markers. */
const EXCEPTIONS: { path: string; reason: string }[] = [
  { path: 'scripts/checks/text.ts', reason: 'it searches for the words' },
  { path: 'scripts/checks/text.test.ts', reason: 'it tests the search for the words' },
  { path: 'package-lock.json', reason: 'hashes can contain any word' },
];

const TESTS = ['it', 'test', 'describe', 'suite'];
const CONTEXTS = ['ctx', 'context', 'task', 'testInfo'];

function findOpenTasks(text: string): Found[] {
  const message =
    'an open task without a reason; do it, or state why it is open: (reason) or ": reason" after the word.';
  return text
    .split('\n')
    .flatMap((line, index) =>
      OPEN_TASK.test(line) ? [{ line: index + 1, rule: 'open-task', message }] : [],
    );
}

/** The dotted names of a call: `test.describe.only()` gives ['test', 'describe', 'only']. */
function names(callee: unknown): string[] {
  if (!isNode(callee)) return [];
  if (callee.type === 'Identifier') return [callee.name as string];
  if (callee.type === 'CallExpression') return names(callee.callee);
  if (callee.type !== 'MemberExpression' || !isNode(callee.property)) return [];
  return [...names(callee.object), callee.property.name as string];
}

/** In it.skip('name', body) the string is the name; a reason is always the last argument and never the only one. */
function hasReason(root: string, args: Node[]): boolean {
  return literalText(args.at(-1)) !== undefined && args.length > (TESTS.includes(root) ? 1 : 0);
}

function testMark(call: Node): Omit<Found, 'line'> | undefined {
  const [root = '', ...rest] = names(call.callee);
  if (TESTS.includes(root) && rest.includes('only')) {
    return { rule: 'test-only', message: 'the other tests in this file do not run; remove .only.' };
  }
  if (rest.at(-1) !== 'skip' || ![...TESTS, ...CONTEXTS].includes(root)) return undefined;
  if (hasReason(root, call.arguments as Node[])) return undefined;
  const message = "skipped without a reason; use context.skip('reason') or test.skip(condition, 'reason').";
  return { rule: 'test-skip', message };
}

function findTestMarks(path: string, text: string): Found[] {
  const found: Found[] = [];
  walk(parseSource(path, text).program, (node) => {
    const mark = node.type === 'CallExpression' ? testMark(node) : undefined;
    if (mark) found.push({ ...mark, line: lineAt(text, node.start) });
  });
  return found;
}

export async function checkText(root: string, files: string[]): Promise<Violation[]> {
  const violations: Violation[] = [];
  for (const file of files) {
    const text = await readFile(join(root, file), 'utf8');
    if (text.slice(0, 8000).includes('\0')) continue;
    const tasks = EXCEPTIONS.some(({ path }) => path === file) ? [] : findOpenTasks(text);
    const marks = isCode(file) && isTest(file) ? findTestMarks(file, text) : [];
    violations.push(...[...tasks, ...marks].map((found) => ({ file, ...found })));
  }
  return violations;
}
