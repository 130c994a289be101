// Files that are written from the code are committed, so that a diff shows what a change of the code means for readers.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { joinedScripts } from '../agent/joined-scripts.ts';
import { accessMarkdown } from '../docs/access.ts';
import { vendorsMarkdown } from '../docs/vendors.ts';
import type { Violation } from './violation.ts';

/** What `npm run docs` writes, by path. */
export const generatedFiles: Record<string, () => string> = {
  'docs/access.md': accessMarkdown,
  'docs/vendors.md': vendorsMarkdown,
  ...joinedScripts,
};

export async function checkGenerated(root: string, files = generatedFiles): Promise<Violation[]> {
  const violations: Violation[] = [];
  for (const [file, write] of Object.entries(files)) {
    const committed = await readFile(join(root, file), 'utf8').catch(() => '');
    try {
      const line = firstDifference(committed, write());
      if (line)
        violations.push({ file, line, rule: 'generated', message: 'is out of date; run `npm run docs`.' });
    } catch (error) {
      violations.push({ file, line: 1, rule: 'generated', message: `cannot be written: ${error}` });
    }
  }
  return violations;
}

/** The number of the first line that differs, or 0. */
function firstDifference(committed: string, written: string): number {
  const lines = committed.split('\n');
  const wanted = written.split('\n');
  const length = Math.max(lines.length, wanted.length);
  for (let index = 0; index < length; index += 1) if (lines[index] !== wanted[index]) return index + 1;
  return 0;
}
