// Checks the sizes of files and functions. The limits are based on measurements of readable codebases of this kind.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isCode, isTest } from './files.ts';
import { generatedFiles } from './generated.ts';
import {
  calledName,
  isNode,
  lineAt,
  type Node,
  type Place,
  parseSource,
  type Source,
  walk,
} from './syntax.ts';
import type { Violation } from './violation.ts';

interface Limit {
  warn: number;
  fail: number;
}

export interface SizeReport {
  violations: Violation[];
  warnings: Violation[];
}

interface Measure {
  line: number;
  rule: 'file-size' | 'function-size';
  what: string;
  lines: number;
  limit: Limit;
  advice: string;
}

const FILE: Limit = { warn: 300, fail: 400 };
const FUNCTION: Limit = { warn: 50, fail: 80 };
/** Markup is long without being hard to read, so a component is limited only by the file limit. */
const COMPONENT: Limit = { warn: 150, fail: 400 };

const FUNCTIONS = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'];
const TEST_CALLS = ['describe', 'it', 'test', 'suite', 'bench'];

/** Of a file that is joined from parts, the parts are measured. */
function isMeasured(path: string): boolean {
  if (path in generatedFiles) return false;
  return isCode(path) || /\.(go|css|py|ps1|sh)$/.test(path);
}

function isTestBody(path: string, { parent, key }: Place): boolean {
  return (
    key === 'arguments' && isTest(path) && parent !== undefined && TEST_CALLS.includes(calledName(parent))
  );
}

function functionName(node: Node, { parent }: Place): string {
  for (const candidate of [node.id, parent?.id, parent?.key]) {
    if (isNode(candidate) && typeof candidate.name === 'string') return candidate.name;
  }
  return 'a function';
}

/**
 * A function's lines without those of the functions inside it, each of which counts as one: a factory such as
 * `createX(deps)` grows with the number of its steps, and every step is measured on its own.
 */
function ownLines({ start, end }: Node, functions: Node[], text: string): number {
  const span = (node: Node) => lineAt(text, node.end) - lineAt(text, node.start);
  const inside = functions.filter((node) => node.start > start && node.end <= end);
  const outermost = inside.filter((node) => !inside.some((other) => other !== node && contains(other, node)));
  return lineAt(text, end) - lineAt(text, start) + 1 - outermost.reduce((sum, node) => sum + span(node), 0);
}

function contains(outer: Node, inner: Node): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

function measureFunctions({ path, text, program }: Source): Measure[] {
  const found: { node: Node; place: Place }[] = [];
  walk(program, (node, place) => {
    if (FUNCTIONS.includes(node.type)) found.push({ node, place });
  });
  const functions = found.map(({ node }) => node);
  return found
    .filter(({ place }) => !isTestBody(path, place))
    .map(({ node, place }) => {
      const what = functionName(node, place);
      const isComponent = path.endsWith('.tsx') && /^[A-Z]/.test(what);
      return {
        line: lineAt(text, node.start),
        rule: 'function-size',
        what,
        lines: ownLines(node, functions, text),
        limit: isComponent ? COMPONENT : FUNCTION,
        advice: 'extract a step and name it.',
      };
    });
}

function measure(path: string, text: string): Measure[] {
  const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
  const advice = 'split it by what changes together.';
  const file: Measure = { line: 1, rule: 'file-size', what: 'the file', lines, limit: FILE, advice };
  return isCode(path) ? [file, ...measureFunctions(parseSource(path, text))] : [file];
}

export async function checkSizes(root: string, files: string[]): Promise<SizeReport> {
  const report: SizeReport = { violations: [], warnings: [] };
  for (const file of files.filter(isMeasured)) {
    for (const { line, rule, what, lines, limit, advice } of measure(
      file,
      await readFile(join(root, file), 'utf8'),
    )) {
      const failed = lines > limit.fail;
      if (!failed && lines <= limit.warn) continue;
      const message = `${what} has ${lines} lines, over ${failed ? limit.fail : limit.warn}; ${advice}`;
      report[failed ? 'violations' : 'warnings'].push({ file, line, rule, message });
    }
  }
  return report;
}
