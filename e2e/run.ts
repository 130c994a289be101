import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, start, startPostgres, startServer } from '../harness/processes.ts';

// Browser journeys against the product as it is shipped: built pages, real server, real PostgreSQL.
// Arguments go to Playwright: npm run e2e -- session --headed
const build = start(process.execPath, [join(root, 'scripts/build-web.ts')]);
if ((await build.ended()) !== 0) {
  console.error(build.lines.join('\n'));
  process.exit(1);
}
const dir = await mkdtemp(join(tmpdir(), 'warranty-e2e-'));
const postgres = await startPostgres(dir, { fast: true });
const server = await startServer('all', { DATABASE_URL: postgres.url, DATA_DIR: dir });
let code = 1;
try {
  const tests = spawn(
    'playwright',
    ['test', '--config', join(root, 'e2e/playwright.config.ts'), ...process.argv.slice(2)],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, E2E_URL: server.url, E2E_INTERNAL_URL: server.internalUrl },
    },
  );
  [code] = (await once(tests, 'exit')) as [number];
} finally {
  await server.stop();
  await postgres.stop();
  await rm(dir, { recursive: true, force: true });
}
process.exit(code ?? 1);
