import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { testerVendors } from '@warranty/contracts/vendors';
import { describe, expect, it } from 'vitest';
import { isTest, isUnder, listCodeFiles } from '../files.ts';
import { parseSource, readSource } from '../syntax.ts';
import { type BuiltExpression, type Expression, findExpressions, hasRepeats } from './find.ts';
import { findSlowRun } from './measure.ts';

// A client can choose a text that makes a regular expression as slow as possible. Each expression must handle 32 KB of such
// a text within this time, so that callers do not have to know how it works.
const limits = { length: 32 * 1024, maxMs: 5, timeoutMs: 30_000 };

const root = fileURLToPath(new URL('../../../', import.meta.url));
const folders = ['packages/contracts', 'packages/domain', 'packages/connectors', 'apps/server/src'];

/** Expressions built from values that are not available when the module loads, with the values they get. */
const builtLater = [
  {
    file: 'packages/domain/src/vendor-operations/parameters.ts',
    reason: 'uses the patterns of the vendor catalog',
    patterns: testerVendors
      .flatMap(({ tester }) => tester.operations.flatMap(({ parameters }) => parameters))
      .flatMap(({ pattern }) => pattern ?? []),
  },
  {
    file: 'apps/server/src/platform/secrets/checksummed-tokens.ts',
    reason: 'uses the prefix of each kind of token',
    patterns: ['^wlt_[0-9A-Za-z]{46}$', '^wla_[0-9A-Za-z]{46}$'],
  },
  {
    file: 'packages/domain/src/xlsx/tag-text.ts',
    reason: 'uses the names of attributes that it removes',
    patterns: ['spans', 'ref', 'min', 'max', 'count', 'numFmtId', 'applyNumberFormat'].map(
      (name) => `\\s${name}\\s*=\\s*(?:"[^"]*"|'[^']*')`,
    ),
  },
];

const sources = (await listCodeFiles(root)).filter(
  (path) => folders.some((folder) => isUnder(path, folder)) && !isTest(path),
);
const found = await Promise.all(sources.map(async (path) => findExpressions(await readSource(root, path))));
const literals = found.flatMap((each) => each.literals);
const built = found.flatMap((each) => each.built);

/** Loads the modules that build expressions at run time, and returns what they build. */
async function evaluateBuilt(): Promise<Expression[]> {
  const program = fileURLToPath(new URL('./built.ts', import.meta.url));
  const modules = [...new Set(built.map(({ file }) => join(root, file)))];
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...modules]);
  const base = pathToFileURL(root).href;
  return (JSON.parse(stdout) as Omit<Expression, 'isRepeated'>[])
    .filter(({ file }) => file.startsWith(base))
    .map((each) => ({ ...each, file: each.file.slice(base.length), isRepeated: hasRepeats(each.flags) }));
}

const evaluated = await evaluateBuilt();
const placeOf = ({ file, line }: BuiltExpression) => `${file}:${line}`;

async function describeSlow(expressions: readonly Expression[]): Promise<string[]> {
  const slow: string[] = [];
  for (const expression of expressions) {
    // Lets the test runner report that it is alive.
    await setImmediate();
    const run = findSlowRun(expression, limits);
    const took = run?.ms == null ? 'timed out' : `took ${run.ms.toFixed(0)} ms`;
    if (run)
      slow.push(`${placeOf(expression)} /${expression.source}/${expression.flags} ${took} on ${run.text}`);
  }
  return slow;
}

describe('regular expressions on hostile texts of 32 KB', () => {
  it.each(folders)('all finish within 5 ms in %s', { timeout: 120_000 }, async (folder) => {
    const expressions = [...literals, ...evaluated].filter(({ file }) => isUnder(file, folder));
    expect(expressions).not.toEqual([]);
    expect(await describeSlow(expressions)).toEqual([]);
  });

  it.each(builtLater)('all finish within 5 ms in $file, which $reason', async ({ file, patterns }) => {
    const expressions = patterns.map((source) => ({ file, line: 0, source, flags: '', isRepeated: false }));
    expect(expressions).not.toEqual([]);
    expect(await describeSlow(expressions)).toEqual([]);
  });

  it('are all known, even those built at run time: by loading their module, or by name', () => {
    const known = new Set(evaluated.map(placeOf));
    const unknown = built.filter((each) => !known.has(placeOf(each)));
    expect(unknown.map(({ file }) => file).toSorted()).toEqual(builtLater.map(({ file }) => file).toSorted());
  });
});

describe('findExpressions', () => {
  const find = (text: string) => findExpressions(parseSource('packages/domain/src/planted.ts', text));

  it('finds literals, and whether they are matched repeatedly', () => {
    const text = 'a.test(/b+/);\nc.split(/d/);\nconst e = /f/;\nc.split(e);\nc.replaceAll(/g/g, "");';
    expect(find(text).literals.map(({ line, source, isRepeated }) => [line, source, isRepeated])).toEqual([
      [1, 'b+', false],
      [2, 'd', true],
      [3, 'f', true],
      [5, 'g', true],
    ]);
  });

  it('finds expressions built at run time', () => {
    expect(find('const a = new RegExp(b);\nconst c = RegExp("d");').built.map(({ line }) => line)).toEqual([
      1, 2,
    ]);
  });
});

describe('findSlowRun', () => {
  const slow = (source: string, flags = '') =>
    findSlowRun({ source, flags, isRepeated: hasRepeats(flags) }, { ...limits, timeoutMs: 1000 }) !== null;

  it.each([
    ['a trailing repeat that is tried from every position', '\\s+$', ''],
    ['both ends trimmed by one expression', '^-+|-+$', 'g'],
    ['two repeats of the same characters', '^\\d+\\.?\\d*$', ''],
    ['three repeats of the same characters', '^\\S+@\\S+\\.\\S+$', ''],
    ['a nested repeat', '^(?:[a-z]+)*$', ''],
    ['alternatives with a common prefix', '^(?:a|ab?)+c$', ''],
    ['a wildcard after every occurrence of a word', '\\bhp\\b.*\\bswitch\\b', ''],
    ['an opening bracket that is never closed', '<([^>]*)>', 'g'],
    ['a repeat of a non-ASCII character', '[\\u2010-\\u2015]+$', ''],
  ])('finds %s', (_, source, flags) => {
    expect(slow(source, flags)).toBe(true);
  });

  it.each([
    ['a single pass', '^[\\w.]+@[a-z]+$', ''],
    ['a repeat that cannot start inside itself', '(?<!\\s)\\s+$', ''],
    ['bounded repeats', '\\b\\d{1,3}(?:\\.\\d{1,3}){3}\\b', 'g'],
  ])('accepts %s', (_, source, flags) => {
    expect(slow(source, flags)).toBe(false);
  });
});
