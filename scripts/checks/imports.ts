// Reads every code file, collects its imports and applies the rules.
import { type Facts, factsOf } from './facts.ts';
import { isCode, isTest, listCodeFiles } from './files.ts';
import { resolveImport } from './resolve.ts';
import type { Edge } from './rule.ts';
import { layerOf } from './rules.server.ts';
import { IMPORT_RULES, USE_RULES } from './rules.ts';
import { lineAt, readSource, type Source } from './syntax.ts';
import { findSharedTables, TABLE_RULE } from './tables.ts';
import type { Violation } from './violation.ts';
import { zoneOf } from './zones.ts';

const FOLDER_RULE = 'unknown-folder';

interface Read {
  sources: Source[];
  violations: Violation[];
}

/** The names of all rules, so that a test can require a planted violation of each. */
export const RULE_NAMES: string[] = [
  ...new Set([...IMPORT_RULES, ...USE_RULES].map((rule) => rule.name)),
  TABLE_RULE,
  FOLDER_RULE,
];

async function readAll(root: string, files: string[]): Promise<Read> {
  const sources: Source[] = [];
  const violations: Violation[] = [];
  for (const file of files) {
    try {
      const source = await readSource(root, file);
      for (const { line, message } of source.problems)
        violations.push({ file, line, rule: 'parse', message });
      if (source.problems.length === 0) sources.push(source);
    } catch (error) {
      violations.push({ file, line: 1, rule: 'parse', message: `cannot be read: ${String(error)}` });
    }
  }
  return { sources, violations };
}

function checkCoverage(listed: string[], sources: Source[]): Violation[] {
  const rule = 'coverage';
  if (listed.length === 0) return [{ file: '.', line: 1, rule, message: 'git lists no code files.' }];
  const parsed = new Set(sources.map((source) => source.path));
  const missing = listed.filter((file) => !parsed.has(file));
  if (missing.length === 0) return [];
  const message = `${missing.length} of ${listed.length} code files that git lists were not checked: ${missing.join(', ')}.`;
  return [{ file: missing[0] ?? '.', line: 1, rule, message }];
}

function edgesOf(source: Source, facts: Facts): Edge[] {
  return facts.imports.map((found) => {
    const target = resolveImport(source.path, found.specifier);
    return { from: source.path, target, path: target.kind === 'file' ? target.path : '', found };
  });
}

function checkFile(source: Source, facts: Facts, edges: Edge[]): Violation[] {
  const file = source.path;
  const violations: Violation[] = [];
  const add = (offset: number, rule: string, message: string): void => {
    violations.push({ file, line: lineAt(source.text, offset), rule, message });
  };
  if (!zoneOf(file)) add(0, FOLDER_RULE, 'no rule covers this folder; add it to scripts/checks/zones.ts.');
  for (const rule of IMPORT_RULES.filter(({ exceptTests }) => !exceptTests || !isTest(file))) {
    for (const edge of edges.filter((each) => rule.breaks(each))) {
      add(edge.found.offset, rule.name, `imports '${edge.found.specifier}': ${rule.message}`);
    }
  }
  for (const rule of USE_RULES.filter(({ exceptTests }) => !exceptTests || !isTest(file))) {
    if (rule.breaks(file)) for (const offset of facts[rule.use]) add(offset, rule.name, rule.message);
  }
  return violations;
}

function withoutRepeats(violations: Violation[]): Violation[] {
  const byPlace = new Map(violations.map((each) => [`${each.file}:${each.line}:${each.rule}`, each]));
  return [...byPlace.values()].sort((a, b) => a.file.localeCompare(b.file) || a.line - b.line);
}

export async function checkImports(root: string, files: string[]): Promise<Violation[]> {
  const { sources, violations } = await readAll(root, files.filter(isCode));
  violations.push(...checkCoverage(await listCodeFiles(root), sources));
  for (const source of sources) {
    const facts = factsOf(source);
    violations.push(...checkFile(source, facts, edgesOf(source, facts)));
  }
  violations.push(...findSharedTables(sources.filter(({ path }) => layerOf(path) === 'store')));
  return withoutRepeats(violations);
}
