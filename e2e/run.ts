import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createDatabase } from '../harness/databases.ts';
import { makeFolder } from '../harness/folder.ts';
import { freePort, root, start, startPostgres, startServer, waitUntil } from '../harness/processes.ts';
import { layAgentFiles } from './support/agent-files.ts';
import { journeysOf, printReport, type Suite, watchIdle } from './support/report.ts';
import { missingSentences } from './support/sentences.ts';
import { prepareTour, writeContactSheet } from './support/tour.ts';

// Browser tests against the product as it is shipped: built pages, real server, real PostgreSQL. Arguments are passed to
// Playwright: npm run e2e -- session --headed. --full also measures the page's responsiveness, which is meaningful only on
// an otherwise idle machine. --tour also writes a contact sheet of every state in both themes and widths.
const full = process.argv.includes('--full');
const tour = process.argv.includes('--tour');
const args = process.argv.slice(2).filter((arg) => arg !== '--full' && arg !== '--tour');
const build = start(process.execPath, [join(root, 'scripts/build-web.ts')]);
if ((await build.ended()) !== 0) {
  console.error(build.lines.join('\n'));
  process.exit(1);
}

const links = {
  FEEDBACK_EMAIL: 'feedback@example.com',
  SPONSOR_NAME: 'Example Hosting',
  SPONSOR_URL: 'https://example.com/sponsor',
  PODCAST_NAME: 'The Asset Hour',
  PODCAST_URL: 'https://example.com/podcast',
  SOCIAL_GITHUB: 'https://example.com/github',
};

const kit = join(root, 'apps/web/test/kit');
const controlsOptions = (outDir: string) => ['--outDir', outDir, '--logLevel', 'warn'];

/** The page that shows every control is not part of the product, so it has its own build and server. */
async function buildControls(outDir: string): Promise<void> {
  const build = start('vite', ['build', ...controlsOptions(outDir)], { cwd: kit });
  if ((await build.ended()) !== 0) throw new Error(build.lines.join('\n'));
}

async function startControls(outDir: string) {
  const port = await freePort();
  const preview = start('vite', ['preview', '--port', String(port), ...controlsOptions(outDir)], {
    cwd: kit,
  });
  await waitUntil('the page of controls', async () => (await fetch(`http://localhost:${port}`)).ok);
  return { ...preview, url: `http://localhost:${port}` };
}

const { path: dir, remove } = await makeFolder('e2e');
const cleanups: (() => unknown)[] = [remove];

async function keep<T extends { stop(): unknown }>(starting: Promise<T>): Promise<T> {
  const program = await starting;
  cleanups.push(() => program.stop());
  return program;
}

let passed = false;
try {
  passed = await runJourneys();
} finally {
  for (const cleanup of cleanups.reverse()) await cleanup();
}
process.exit(passed ? 0 : 1);

async function runJourneys(): Promise<boolean> {
  const needsControls = args.length === 0 || args.some((arg) => arg.includes('kit'));
  const controlsDir = join(dir, 'controls');
  const controlsBuild = needsControls ? buildControls(controlsDir) : null;
  const postgres = await keep(startPostgres(dir, { fast: true }));
  const env = { DATABASE_URL: postgres.url };
  /** Nothing listens at this URL: simulates a Dell outage. */
  const outage = {
    DELL_CLIENT_ID: 'x',
    DELL_CLIENT_SECRET: 'x',
    DELL_BASE_URL: `http://127.0.0.1:${await freePort()}`,
    RELAY_CUSTOM_URLS: 'off',
  };
  const product = {
    ...env,
    ...links,
    DATA_DIR: dir,
    AGENT_DIR: await layAgentFiles(dir),
    TOKEN_USAGE_SECONDS: '1',
  };
  // A separate database, because consecutive vendor failures are shared by all processes on one database.
  const outageDatabase = await createDatabase(postgres, 'outage');
  const [server, plain, cutOff] = await Promise.all([
    keep(startServer('all', product)),
    keep(startServer('api', { ...env, AGENT_DIR: '/nowhere', DEMO: 'off' })),
    keep(startServer('api', { ...outage, DATABASE_URL: outageDatabase })),
  ]);
  await controlsBuild;
  const controls = controlsBuild && (await keep(startControls(controlsDir)));
  const readIdle = watchIdle();
  const tests = spawn('playwright', ['test', '--config', join(root, 'e2e/playwright.config.ts'), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      E2E_URL: server.url,
      E2E_INTERNAL_URL: server.internalUrl,
      E2E_PLAIN_URL: plain.url,
      E2E_OUTAGE_URL: cutOff.url,
      E2E_OUTAGE_DATABASE_URL: outageDatabase,
      E2E_CONTROLS_URL: controls?.url ?? '',
      E2E_DATABASE_URL: postgres.url,
      E2E_ADMIN_DATABASE_URL: postgres.adminUrl,
      E2E_FULL: full ? 'on' : '',
      E2E_TOUR: tour ? prepareTour() : '',
    },
  });
  const [code] = (await once(tests, 'exit')) as [number];
  const report = JSON.parse(await readFile(join(root, '.cache/playwright.json'), 'utf8'));
  const journeys = (report as { suites: Suite[] }).suites.flatMap((suite) => journeysOf(suite));
  if (tour) console.log(await writeContactSheet(journeys));
  // Only a complete run shows which sentences were never asserted.
  if (args.length > 0) return code === 0;
  printReport(journeys, readIdle());
  const missing = code === 0 ? await missingSentences(root, journeys) : [];
  for (const complaint of missing) console.error(complaint);
  return code === 0 && missing.length === 0;
}
