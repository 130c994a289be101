import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { chromiumOptions } from '../../harness/browser.ts';
import { freePort, killGroup, type Program, start, waitUntil, withOutput } from '../../harness/processes.ts';
import { blankNpmVariables, copyCheckout, processesIn, shellEnvironment } from '../checkout.ts';
import { assert, type Fault, seconds } from '../fault.ts';

const savesAgainAfterMs = 10_000;

// As long as every other case waits for its processes: no bar, and several cases start programs concurrently.
const startTimeoutMs = 60_000;

interface Edit {
  file: string;
  from: string;
  to: string;
  /** What the program prints when it has noticed the change. */
  noticed: RegExp;
  hasEffect: () => Promise<boolean>;
}

/**
 * Replaces one phrase in a file, as an editor would on save, and returns the time from the save until it takes effect.
 * Saves again if the change was not noticed: on a busy machine the first save can precede the file watcher. A further
 * save during a restart would only begin another one.
 */
async function edit(program: Program, { file, from, to, noticed, hasEffect }: Edit): Promise<number> {
  const text = await readFile(file, 'utf8');
  assert(text.includes(from), `${file} does not contain "${from}"`);
  const linesBefore = program.lines.length;
  const isNoticed = () => program.lines.slice(linesBefore).some((line) => noticed.test(line));
  let savedAt = Number.NEGATIVE_INFINITY;
  const takesEffect = waitUntil(
    `${file} to take effect`,
    async () => {
      if (performance.now() - savedAt > savesAgainAfterMs && !isNoticed()) {
        await writeFile(file, text.replace(from, to));
        savedAt = performance.now();
      }
      return hasEffect();
    },
    startTimeoutMs,
  );
  await withOutput(program, takesEffect);
  return performance.now() - savedAt;
}

export const devReloads: Fault = {
  number: 9,
  title: 'npm run dev reloads the page and the server on change',
  isolation: 'quiet',
  async run(context) {
    const dir = await copyCheckout(context);
    const [pages, port] = [await freePort(), await freePort()];
    const program = start('npm', ['run', 'dev'], {
      cwd: dir,
      group: true,
      env: {
        ...blankNpmVariables(),
        ...shellEnvironment(dir),
        DEV_PORT: String(pages),
        PORT: String(port),
        METRICS_PORT: 'off',
      },
    });
    context.cleanup(() => killGroup(program));
    const url = `http://localhost:${pages}`;
    // Asks the server directly until it is up: the proxy of the page logs a stack trace for every refused connection.
    const isListening = async () => (await fetch(`http://127.0.0.1:${port}/healthz`)).status > 0;
    const bothAnswer = async () => (await fetch(`${url}/readyz`)).ok && (await fetch(url)).ok;
    const started =
      (await withOutput(program, waitUntil('the server to listen', isListening, startTimeoutMs))) +
      (await withOutput(program, waitUntil('the page and the server to respond', bothAnswer)));

    const browser = await chromium.launch(chromiumOptions);
    context.cleanup(() => browser.close());
    const page = await browser.newPage();
    await page.goto(url);
    await page.getByRole('heading', { level: 1 }).waitFor();
    const pageTook = await edit(program, {
      file: join(dir, 'apps/web/index.html'),
      // Not the title, which the application sets itself.
      from: 'Look up hardware warranties',
      to: 'Changed page',
      noticed: /page reload/,
      hasEffect: async () => (await page.locator('meta[content^="Changed page"]').count()) === 1,
    });
    const serverTook = await edit(program, {
      file: join(dir, 'apps/server/src/app.ts'),
      from: 'Looks up device warranties.',
      to: 'Changed server.',
      noticed: /Restarting/,
      hasEffect: async () =>
        (await (await fetch(`${url}/api/openapi.json`)).text()).includes('Changed server.'),
    });

    process.kill(-program.pid, 'SIGINT');
    await program.ended();
    await waitUntil('every process to exit', async () => (await processesIn(dir)).length === 0);
    return `up in ${seconds(started)}, page after ${seconds(pageTook)}, server after ${seconds(serverTook)}, no process left after Ctrl-C`;
  },
};
