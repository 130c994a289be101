import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';

// Helpers for the API tester.
export const path = '/external-api?tab=testing';

/** URL of the simulator, which the product itself calls too. */
async function simulatorUrl(request: APIRequestContext): Promise<string> {
  const config = (await (await request.get('/api/config')).json()) as { vendorBases: { dell: string } };
  return config.vendorBases.dell;
}

/**
 * Sets whether pages may read a vendor's replies. All tests share one simulator: Dell and Lenovo are only ever opened, so
 * that any test may call them; HP, Cisco and Meraki are reserved for the serial tests.
 */
export async function setCors(request: APIRequestContext, rules: Record<string, string>): Promise<void> {
  await control(request, 'cors', rules);
}

/** Called from this process, because the simulator rejects browsers here. */
export async function control(request: APIRequestContext, name: string, body: object): Promise<void> {
  const url = `${await simulatorUrl(request)}/sim/${name}`;
  const reply = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
  expect(reply.status).toBe(200);
}

/** Lets pages read these vendors in all tests of a file. The simulator's URL is set before they run. */
export function openVendors(...vendors: string[]): { url: string } {
  const simulator = { url: '' };
  test.beforeAll(async ({ playwright, baseURL }) => {
    const request = await playwright.request.newContext({ baseURL: baseURL ?? '' });
    simulator.url = await simulatorUrl(request);
    await setCors(request, Object.fromEntries(vendors.map((vendor) => [vendor, 'any'])));
    await request.dispose();
  });
  return simulator;
}

/** Starts a local API that every page may read. It records the requests it receives, except preflights. */
export async function startApi(answer: RequestListener) {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', '*');
    if (request.method === 'OPTIONS') return response.writeHead(204).end();
    requests.push(`${request.method} ${request.url}`);
    return answer(request, response);
  });
  let connections = 0;
  server.on('connection', () => {
    connections += 1;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    connections: () => connections,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The tests of this file call other hosts, which the browser reports. Those that matter are asserted before. */
export const ignoreForeignCalls = (): void =>
  test.afterEach(({ browserErrors }) => {
    browserErrors.length = 0;
  });

/** Asserts that exactly these calls to other hosts were made, and clears them from the browser errors. */
export function expectCalls(complaints: string[], urls: string[]): void {
  expect(complaints).toEqual(urls.map((url) => `foreign: ${url}`));
  complaints.length = 0;
}

export const main = (page: Page): Locator => page.getByRole('main');
export const field = (page: Page, label: string): Locator => main(page).getByLabel(label, { exact: true });
export const press = (page: Page, name: string): Promise<void> =>
  main(page).getByRole('button', { name, exact: true }).click();
export const testButton = (page: Page): Locator =>
  page.getByRole('button', { name: 'Test API', exact: true });
export const panel = (page: Page): Locator =>
  main(page).getByRole('region', { name: 'Response', exact: true });
export const body = (page: Page): Locator => panel(page).locator('pre');

export async function choose(page: Page, label: string, option: string): Promise<void> {
  await main(page).getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('option', { name: option }).click();
}

export async function open(page: Page): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { name: 'No response yet' })).toBeVisible();
}

export async function openCustom(page: Page, url: string, method = 'GET'): Promise<void> {
  await open(page);
  await page.getByRole('checkbox', { name: 'Custom URL Mode' }).click();
  await field(page, 'Endpoint URL').fill(url);
  if (method !== 'GET') await choose(page, 'HTTP method', method);
}

/** Fills in Meraki's devices of one organization, with a key. */
export async function fillMeraki(page: Page): Promise<void> {
  await choose(page, 'Vendor', 'Meraki');
  await choose(page, 'Operation', 'Devices of an organization');
  await field(page, 'organizationId').fill('700001');
  await field(page, 'API key').fill('canary-63');
}

/** Fills in a sample device of HP, with the keys. */
export async function fillHp(page: Page, secret = 'secret'): Promise<void> {
  await choose(page, 'Vendor', 'HP');
  await field(page, 'serialNumber').fill('SIM412ACTV');
  await field(page, 'Client ID').fill('id');
  await field(page, 'Client secret').fill(secret);
}
