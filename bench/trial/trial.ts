import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, chromium } from '@playwright/test';
import { chromiumOptions } from '../../harness/browser.ts';
import { makeFolder } from '../../harness/folder.ts';
import { root, startPostgres, startServer } from '../../harness/processes.ts';
import { startSimulator } from '../../harness/simulator.ts';
import { visitFirst } from '../first-visit/visit.ts';
import { type Measurement, median, printTable } from '../measurement.ts';
import { type FreshClone, timeFreshClone } from './fresh-clone.ts';
import { type Job, jobs } from './jobs.ts';
import { timeLookups } from './lookup-time.ts';
import { asNewUser } from './user.ts';

const run = promisify(execFile);
const pages = ['', 'individual-lookup', 'bulk-lookup', 'image-lookup', 'api-explorer', 'agent-download'];
const widths = [1440, 390];

interface Product {
  url: string;
  browser: Browser;
  stop(): Promise<void>;
}

/** The product in demo mode. The simulated vendors answer every tag, so that a photo of any label has a result. */
async function openProduct(): Promise<Product> {
  await run(process.execPath, [join(root, 'scripts/build-web.ts')], { cwd: root });
  const folder = await makeFolder('bench');
  const postgres = await startPostgres(folder.path, { fast: true });
  const simulator = await startSimulator('open');
  const server = await startServer('all', {
    DATABASE_URL: postgres.url,
    DATA_DIR: folder.path,
    DEMO: 'on',
    VENDOR_SIM_URL: simulator.url,
  });
  const browser = await chromium.launch(chromiumOptions);
  return {
    url: server.url,
    browser,
    async stop() {
      await browser.close();
      await server.stop();
      await simulator.stop();
      await postgres.stop();
      await folder.remove();
    },
  };
}

interface DoneJob extends Job {
  /** Null if the job could not be done. */
  clicks: number | null;
  fields: number;
}

async function doJob({ browser, url }: Product, job: Job): Promise<DoneJob> {
  try {
    return await asNewUser(browser, url, async (user) => {
      await job.run(user);
      return { ...job, clicks: user.clicks(), fields: user.fields() };
    });
  } catch (error) {
    console.log(`FAILED: ${job.name}: ${(error as Error).message}`);
    return { ...job, clicks: null, fields: 0 };
  }
}

interface PageVisit {
  name: string;
  lcp: number;
  cls: number;
}

async function visitPages({ browser, url }: Product): Promise<PageVisit[]> {
  const visits: PageVisit[] = [];
  for (const path of pages) {
    for (const width of widths) {
      const { lcp, cls } = await visitFirst(browser, `${url}/${path}`, width, { isSlow: false });
      visits.push({ name: `/${path} ${width}`, lcp, cls });
    }
  }
  return visits;
}

const freshFigures = ({ install, start, answer }: FreshClone) => ({
  fresh_s: Math.round(install + start + answer),
  fresh_install_s: Math.round(install),
  fresh_start_s: start.toFixed(1),
  fresh_answer_s: answer.toFixed(1),
});

export const trial: Measurement = {
  name: 'trial',
  summary: `The clicks of ${jobs.length} jobs of a new user, each to its answer; with --fresh also from a fresh clone to the first answer`,
  async run(args) {
    const product = await openProduct();
    try {
      const done: DoneJob[] = [];
      for (const job of jobs) done.push(await doJob(product, job));
      const lookups = await asNewUser(product.browser, product.url, timeLookups);
      const visits = await visitPages(product);
      const fresh = args.includes('--fresh') ? freshFigures(await timeFreshClone(product.browser)) : {};
      printTable(
        ['job', 'clicks', 'at most', 'fields'],
        done.map(({ name, clicks, maxClicks, fields }) => [name, clicks ?? 'failed', maxClicks, fields]),
      );
      console.log();
      printTable(
        ['page and width', 'LCP ms', 'CLS'],
        visits.map(({ name, lcp, cls }) => [name, Math.round(lcp), cls.toFixed(3)]),
      );
      const lcp = visits.map((visit) => Math.round(visit.lcp));
      return {
        figures: {
          ...Object.fromEntries(done.map(({ name, clicks }) => [name, clicks ?? 'failed'])),
          lookup_ms: Math.round(median(lookups)),
          lcp_ms: `${Math.min(...lcp)}..${Math.max(...lcp)}`,
          cls: Math.max(...visits.map(({ cls }) => cls)).toFixed(3),
          ...fresh,
        },
        passed: done.every(({ clicks, maxClicks }) => clicks !== null && clicks <= maxClicks),
      };
    } finally {
      await product.stop();
    }
  },
};
