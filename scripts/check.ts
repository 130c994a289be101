import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { measureFirstLoad } from '../harness/first-load.ts';
import { listFiles } from './checks/files.ts';
import { checkGenerated } from './checks/generated.ts';
import { checkHashes } from './checks/hashes.ts';
import { checkImports } from './checks/imports.ts';
import { checkLicenses } from './checks/licenses.ts';
import { checkMigrations } from './checks/migrations.ts';
import { checkSizes } from './checks/sizes.ts';
import { checkText } from './checks/text.ts';
import type { Violation } from './checks/violation.ts';
import { checkVocabulary } from './checks/vocabulary/vocabulary.ts';

// All static checks. Every step runs, even if an earlier one failed.
const root = join(import.meta.dirname, '..');
const files = await listFiles(root);

interface Step {
  name: string;
  run(): Promise<boolean> | boolean;
}

function tool(name: string, program: string, args: string[]): Step {
  return { name, run: () => spawnSync(program, args, { cwd: root, stdio: 'inherit' }).status === 0 };
}

function rules(name: string, find: () => Promise<Violation[]>): Step {
  return {
    name,
    async run() {
      const violations = await find();
      for (const { file, line, rule, message } of violations)
        console.log(`${file}:${line} ${rule}: ${message}`);
      return violations.length === 0;
    },
  };
}

async function sizes(): Promise<Violation[]> {
  const { violations, warnings } = await checkSizes(root, files);
  for (const { file, line, message } of warnings) console.log(`note: ${file}:${line} ${message}`);
  return violations;
}

const firstLoadLimit = 250;

const firstLoad: Step = {
  name: 'first load',
  async run() {
    if (spawnSync(process.execPath, ['scripts/build-web.ts'], { cwd: root, stdio: 'inherit' }).status !== 0)
      return false;
    const { kilobytes, chunks, cycle } = await measureFirstLoad(join(root, 'apps/web/dist'));
    if (cycle) console.log(`chunks import each other: ${cycle.join(' -> ')}`);
    console.log(
      `scripts of a first visit to Home: ${kilobytes.toFixed(1)} KB gzip in ${chunks.length} files, limit ${firstLoadLimit}`,
    );
    return kilobytes < firstLoadLimit && cycle === null;
  },
};

const steps: Step[] = [
  tool('format and lint', 'biome', ['check', '--error-on-warnings', '.']),
  tool('types (node)', 'tsc', ['-p', 'tsconfig.node.json']),
  tool('types (web)', 'tsc', ['-p', 'tsconfig.web.json']),
  tool('types (e2e)', 'tsc', ['-p', 'tsconfig.e2e.json']),
  rules('imports', () => checkImports(root, files)),
  rules('sizes', sizes),
  rules('licenses', () => checkLicenses(root)),
  rules('hashes', () => checkHashes(root)),
  rules('text', () => checkText(root, files)),
  rules('generated files', () => checkGenerated(root)),
  rules('migrations', () => checkMigrations(root)),
  rules('vocabulary', () => checkVocabulary(root, files)),
  tool('dead code', 'knip', []),
  firstLoad,
];

let failed = 0;
for (const { name, run } of steps) {
  const passed = await run();
  console.log(`${passed ? 'ok  ' : 'FAIL'} ${name}`);
  if (!passed) failed += 1;
}
console.log(`check: ${steps.length - failed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
