// New migrations must not block a running installation, and the previous version must keep running on them: columns and tables
// are added first, and removed by a later release. A statement for which that does not matter says so with
// `-- squawk-ignore rule` and a reason.
import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findSecondTable } from './migration-tables.ts';
import type { Violation } from './violation.ts';

const PROGRAM = join(dirname(fileURLToPath(import.meta.resolve('squawk-cli/package.json'))), 'js/bin/squawk');
const FOLDER = 'apps/server/migrations';

const OPTIONS = [
  '--reporter=json',
  '--assume-in-transaction',
  '--pg-version=15.0',
  // Migrations run once, in a transaction with a lock_timeout; sizes of numbers and texts are a matter of the schema.
  '--exclude=prefer-robust-stmts,require-lock-timeout,require-statement-timeout,prefer-text-field,prefer-bigint-over-int,prefer-bigint-over-smallint',
];

interface Finding {
  file: string;
  line: number;
  rule_name: string;
  message: string;
}

const IGNORE = /^\s*-- squawk-ignore(?:-file)?\b/;
const COMMENT = /^\s*-- \S/;

export async function checkMigrations(root: string): Promise<Violation[]> {
  const names = (await readdir(join(root, FOLDER))).filter((name) => name.endsWith('.sql')).sort();
  const files = names.map((name) => `${FOLDER}/${name}`);
  if (files.length === 0) return [];
  const own = await Promise.all(files.map((file) => checkFile(root, file)));
  return [...(await runSquawk(root, files)), ...own.flat()];
}

async function runSquawk(root: string, files: string[]): Promise<Violation[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, ...OPTIONS, ...files], {
    cwd: root,
  }).catch((error: unknown) => {
    // Exits with 1 if it finds something.
    if (error instanceof Error && 'stdout' in error && error.stdout) return error as { stdout: string };
    throw error;
  });
  return (JSON.parse(stdout) as Finding[]).map(({ file, line, rule_name, message }) => ({
    file,
    line: line + 1,
    rule: rule_name,
    message,
  }));
}

async function checkFile(root: string, file: string): Promise<Violation[]> {
  const text = await readFile(join(root, file), 'utf8');
  return [...findSecondTable(file, text), ...findUnexplained(file, text)];
}

/** A rule is ignored for a reason, which is in the line before. */
function findUnexplained(file: string, text: string): Violation[] {
  const lines = text.split('\n');
  return lines.flatMap((line, index) => {
    const before = lines[index - 1] ?? '';
    if (!IGNORE.test(line) || (COMMENT.test(before) && !IGNORE.test(before))) return [];
    return [{ file, line: index + 1, rule: 'unexplained-ignore', message: 'say why in the line before.' }];
  });
}
