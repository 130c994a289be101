import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generatedFiles } from './checks/generated.ts';
import { listFaultCases, writeCaseCounts } from './docs/fault-cases.ts';

// Writes the files that are generated from the code: documentation, the agent's scripts, schema.sql and the table types.
const root = join(import.meta.dirname, '..');
const program = join(root, 'apps/server/src/main.ts');
writeFileSync(
  join(root, 'docs/configuration.md'),
  execFileSync(process.execPath, [program, 'help', '--markdown']),
);
for (const [file, write] of Object.entries(generatedFiles)) writeFileSync(join(root, file), write());
const reliability = join(root, 'docs/reliability.md');
writeFileSync(reliability, writeCaseCounts(readFileSync(reliability, 'utf8'), listFaultCases(root)));
execFileSync(process.execPath, [join(root, 'apps/server/schema/write.ts')], { stdio: 'inherit' });
