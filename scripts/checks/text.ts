// Finds open tasks without a reason.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
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

function findOpenTasks(text: string): Found[] {
  const message =
    'an open task without a reason; do it, or state why it is open: (reason) or ": reason" after the word.';
  return text
    .split('\n')
    .flatMap((line, index) =>
      OPEN_TASK.test(line) ? [{ line: index + 1, rule: 'open-task', message }] : [],
    );
}

export async function checkText(root: string, files: string[]): Promise<Violation[]> {
  const violations: Violation[] = [];
  for (const file of files) {
    if (EXCEPTIONS.some(({ path }) => path === file)) continue;
    const text = await readFile(join(root, file), 'utf8');
    if (text.slice(0, 8000).includes('\0')) continue;
    violations.push(...findOpenTasks(text).map((found) => ({ file, ...found })));
  }
  return violations;
}
