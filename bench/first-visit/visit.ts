import type { Browser, CDPSession, Page } from '@playwright/test';

/** A slow mobile connection, and a CPU a quarter as fast as this machine's. */
const network = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
const cpuSlowdown = 4;

export interface Visit {
  /** Largest contentful paint, in ms. */
  lcp: number;
  /** First contentful paint, in ms. */
  fcp: number;
  /** Cumulative layout shift. */
  cls: number;
  requests: number;
  /** Bytes received, compressed and including headers. */
  kilobytes: number;
  /** The part of `kilobytes` that is scripts. */
  scriptKilobytes: number;
  /** Pages, scripts and style sheets that were sent without brotli. */
  unpacked: string[];
}

interface Paints {
  lcp: number;
  fcp: number;
  cls: number;
}

/** Runs in the page before any other script and collects its paint metrics. */
const watchPaints = `
  window.paints = { lcp: 0, fcp: 0, cls: 0 };
  const watch = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  watch('largest-contentful-paint', ({ startTime }) => { paints.lcp = startTime; });
  watch('paint', ({ name, startTime }) => { if (name === 'first-contentful-paint') paints.fcp = startTime; });
  watch('layout-shift', ({ value }) => { paints.cls += value; });
`;

const afterPendingPaints = `
  new Promise((resolve) => requestIdleCallback(() => requestAnimationFrame(() => setTimeout(() => resolve(paints)))))
`;

const packedTypes = new Set(['Document', 'Script', 'Stylesheet']);

async function watchRequests(cdp: CDPSession) {
  const seen = { requests: 0, bytes: 0, scriptBytes: 0, unpacked: [] as string[] };
  const scripts = new Set<string>();
  cdp.on('Network.requestWillBeSent', () => {
    seen.requests += 1;
  });
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    seen.bytes += encodedDataLength;
    if (scripts.has(requestId)) seen.scriptBytes += encodedDataLength;
  });
  cdp.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type === 'Script') scripts.add(requestId);
    if (packedTypes.has(type) && headerOf(response.headers, 'content-encoding') !== 'br')
      seen.unpacked.push(new URL(response.url).pathname);
  });
  await cdp.send('Network.enable');
  return seen;
}

async function slowDown(cdp: CDPSession): Promise<void> {
  await cdp.send('Network.emulateNetworkConditions', network);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
}

function headerOf(headers: Record<string, string>, wanted: string): string | undefined {
  return Object.entries(headers).find(([name]) => name.toLowerCase() === wanted)?.[1];
}

async function load(page: Page, url: string, isSlow: boolean): Promise<Visit> {
  const cdp = await page.context().newCDPSession(page);
  const seen = await watchRequests(cdp);
  if (isSlow) await slowDown(cdp);
  await page.addInitScript({ content: watchPaints });
  await page.goto(url);
  await page.locator('h1').waitFor();
  await page.waitForLoadState('networkidle');
  // The scripts can have arrived long before a slow CPU has run them.
  await page.waitForFunction('paints.lcp > 0');
  const paints = await page.evaluate<Paints>(afterPendingPaints);
  const { requests, bytes, scriptBytes, unpacked } = seen;
  return { ...paints, requests, kilobytes: bytes / 1024, scriptKilobytes: scriptBytes / 1024, unpacked };
}

/** Visits as a new user: no cookies, no cache. */
export async function visitFirst(
  browser: Browser,
  url: string,
  width: number,
  { isSlow = true } = {},
): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width, height: 900 } });
  try {
    return await load(await context.newPage(), url, isSlow);
  } finally {
    await context.close();
  }
}
