import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { vendorsMarkdown } from './docs/vendors.ts';

// Writes the documentation that is generated from the code.
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const program = join(root, 'apps/server/src/main.ts');
writeFileSync(
  join(root, 'docs/configuration.md'),
  execFileSync(process.execPath, [program, 'help', '--markdown']),
);
writeFileSync(join(root, 'docs/vendors.md'), vendorsMarkdown());
