import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { atEnd } from './at-end.ts';

/** A temporary folder with these files. PostgreSQL does not run as root and needs access. */
export function makeFolder(files: Record<string, string | Buffer> = {}, mode = 0o755): string {
  const folder = mkdtempSync(join(tmpdir(), 'warranty-test-'));
  chmodSync(folder, mode);
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}
