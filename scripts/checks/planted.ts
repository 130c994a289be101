// Creates a small tree in a temporary folder, for the tests of the checks.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

export function plant(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'checks-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

export function plantRepository(files: Record<string, string>): string {
  const root = plant(files);
  execFileSync('git', ['init', '-q', '--template='], { cwd: root });
  return root;
}
