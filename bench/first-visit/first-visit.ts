import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, chromium } from '@playwright/test';
import { chromiumOptions } from '../../harness/browser.ts';
import { makeFolder } from '../../harness/folder.ts';
import { root, startPostgres, startServer } from '../../harness/processes.ts';
import { type Measurement, median, printTable } from '../measurement.ts';
import { type Visit, visitFirst } from './visit.ts';

const bar = 2500;
const views = [
  { path: '', width: 1440 },
  { path: '', width: 390 },
  { path: 'individual-lookup', width: 1440 },
  { path: 'individual-lookup', width: 390 },
];
const nameOf = ({ path, width }: (typeof views)[number]) => `${path || 'home'}_${width}`;
const desktop = 1440;
const rounds = 5;
const run = promisify(execFile);

interface Site {
  browser: Browser;
  home: string;
  stop(): Promise<void>;
}

/** Serves the built pages of a tree from its own server and opens a browser with an empty cache. */
async function openSite(tree: string): Promise<Site> {
  await run(process.execPath, [join(tree, 'scripts/build-web.ts')], { cwd: tree });
  const folder = await makeFolder('bench');
  const postgres = await startPostgres(folder.path, { fast: true });
  const env = { DATABASE_URL: postgres.url, DRAIN_SECONDS: '0' };
  const server = await startServer('api', env, { quiet: true, tree });
  const browser = await chromium.launch(chromiumOptions);
  const home = `${server.url}/`;
  // Warm up: the first request to a server and the first page of a browser are slower than all others.
  await visitFirst(browser, home, desktop);
  return {
    browser,
    home,
    async stop() {
      await browser.close();
      await server.stop();
      await postgres.stop();
      await folder.remove();
    },
  };
}

const row = (name: string, { lcp, fcp, cls, requests, kilobytes, scriptKilobytes }: Visit) => [
  name,
  Math.round(lcp),
  Math.round(fcp),
  cls.toFixed(3),
  requests,
  kilobytes.toFixed(1),
  scriptKilobytes.toFixed(1),
];

function verdict(visits: Map<string, Visit[]>): Awaited<ReturnType<Measurement['run']>> {
  const all = [...visits.values()].flat();
  const medians = [...visits].map(([name, taken]) => [name, median(taken.map(({ lcp }) => lcp))] as const);
  const worst = Math.max(...medians.map(([, lcp]) => lcp));
  const most = (figure: (visit: Visit) => number) => Math.max(...all.map(figure));
  const unpacked = new Set(all.flatMap((visit) => visit.unpacked));
  for (const file of unpacked) console.log(`WRONG: ${file} was sent without brotli`);
  return {
    figures: {
      lcp_ms: Math.round(worst),
      bar,
      ...Object.fromEntries(medians.map(([name, lcp]) => [`lcp_ms_${name}`, Math.round(lcp)])),
      cls: most(({ cls }) => cls).toFixed(3),
      requests: most(({ requests }) => requests),
      kb: most(({ kilobytes }) => kilobytes).toFixed(1),
      script_kb: most(({ scriptKilobytes }) => scriptKilobytes).toFixed(1),
      without_br: unpacked.size,
    },
    passed: worst < bar && unpacked.size === 0,
  };
}

export const firstVisit: Measurement = {
  name: 'first-visit',
  summary: `Home and individual lookup for a new visitor on slow 4G, CPU 4 times slower: largest contentful paint under ${bar} ms`,
  async run() {
    const site = await openSite(root);
    const visits = new Map<string, Visit[]>(views.map((view) => [nameOf(view), []]));
    const table: (string | number)[][] = [];
    try {
      for (let round = 1; round <= rounds; round += 1) {
        for (const view of views) {
          const visit = await visitFirst(site.browser, site.home + view.path, view.width);
          visits.get(nameOf(view))?.push(visit);
          table.push(row(`${nameOf(view)} ${round}`, visit));
        }
      }
    } finally {
      await site.stop();
    }
    printTable(['visit', 'LCP ms', 'FCP ms', 'CLS', 'requests', 'KB', 'script KB'], table);
    return verdict(visits);
  },
  paired: {
    figure: 'lcp_ms',
    better: 'lower',
    slices: 3,
    async open(tree) {
      const site = await openSite(tree);
      const measure = async () => ({ wall: (await visitFirst(site.browser, site.home, desktop)).lcp });
      return {
        start: async () => ({ measure, stop: async () => undefined }),
        close: site.stop,
      };
    },
  },
};
