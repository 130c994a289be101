import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { chromiumOptions } from '../../harness/browser.ts';
import { freePort, killGroup, start, until, withOutput } from '../../harness/processes.ts';
import { copyCheckout, ownVariablesBlank, processesIn, shellEnvironment } from '../checkout.ts';
import { demand, type Fault, seconds } from '../fault.ts';

/** Changes one phrase of a file, as an editor would on save. */
async function edit(file: string, from: string, to: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  demand(text.includes(from), `${file} does not say "${from}"`);
  await writeFile(file, text.replace(from, to));
}

export const devReloads: Fault = {
  number: 9,
  title: 'npm run dev reloads page and server on change',
  async run(context) {
    const dir = await copyCheckout(context);
    const [pages, port] = [await freePort(), await freePort()];
    const program = start('npm', ['run', 'dev'], {
      cwd: dir,
      group: true,
      env: {
        ...ownVariablesBlank(),
        ...shellEnvironment(dir),
        DEV_PORT: String(pages),
        PORT: String(port),
        METRICS_PORT: 'off',
      },
    });
    context.cleanup(() => killGroup(program));
    const url = `http://localhost:${pages}`;
    const bothAnswer = async () => (await fetch(`${url}/readyz`)).ok && (await fetch(url)).ok;
    const started = await withOutput(program, until('the page and the server', bothAnswer));

    const browser = await chromium.launch(chromiumOptions);
    context.cleanup(() => browser.close());
    const page = await browser.newPage();
    await page.goto(url);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await edit(
      join(dir, 'apps/web/index.html'),
      '<title>IT Warranty Lookup</title>',
      '<title>Changed page</title>',
    );
    const pageTook = await until('the page to change', async () => (await page.title()) === 'Changed page');

    await edit(join(dir, 'apps/server/src/app.ts'), 'What cover a device has.', 'Changed server.');
    const serverTook = await until('the server to change', async () =>
      (await (await fetch(`${url}/api/openapi.json`)).text()).includes('Changed server.'),
    );

    process.kill(-program.pid, 'SIGINT');
    await program.ended();
    await until('every process to be gone', async () => (await processesIn(dir)).length === 0, 15_000);
    return `up in ${seconds(started)}, page after ${seconds(pageTook)}, server after ${seconds(serverTook)}, Ctrl-C left nothing`;
  },
};
