import type { Locator, Page } from '@playwright/test';
import { createScan, type DeviceOfScan, type ScanOptions } from '../../harness/agent-scan.ts';
import { expect } from '../support/fixtures.ts';
import { waitForSession } from '../support/wait-for-session.ts';

export const downloadPath = '/agent-download';
export const discoveriesPath = '/agent-discoveries';

export interface Scan extends ScanOptions {
  devices: DeviceOfScan[];
}

/** Creates a secret for the user of this page, using the page's session. */
export async function makeSecret(
  page: Page,
  name = 'Office north',
  forSeveralAgents = false,
): Promise<string> {
  if (page.url() === 'about:blank') await page.goto(downloadPath);
  await waitForSession(page);
  const reply = await page.request.post('/api/agent/secrets', {
    headers: { origin: new URL(page.url()).origin },
    data: { name, forSeveralAgents },
  });
  expect(reply.status()).toBe(201);
  return (await reply.json()).rawSecret;
}

/** Sends a scan as an agent does. Returns the session id. */
export async function sendScan(page: Page, secret: string, scan: Scan): Promise<string> {
  const reply = await page.request.post('/api/agent/discoveries', {
    headers: { authorization: `Bearer ${secret}` },
    data: createScan(scan.devices, scan),
  });
  expect(reply.status()).toBe(200);
  return (await reply.json()).session_id;
}

/** An office with at least one device of every kind. */
export const office: DeviceOfScan[] = [
  {
    ip: '10.77.0.2',
    hostname: 'pc-anna.office.example',
    mac: 'f4:8e:38:00:00:02',
    open_ports: [22, 80, 135, 139, 443, 445, 3389],
    manufacturer: 'Dell Inc.',
    model: 'OptiPlex 7090',
    serial: 'SMP0001',
    vendor: 'Dell',
  },
  {
    ip: '10.77.0.10',
    mac: '00:1b:a9:00:00:10',
    open_ports: [80, 9100],
    hostname: 'printer-2',
    vendor: 'Brother Industries',
  },
  { ip: '10.77.0.11', mac: 'da:a1:19:00:00:11', open_ports: [] },
  {
    ip: '10.77.0.12',
    hostname: 'laptop-7',
    mac: '54:e1:ad:00:00:12',
    open_ports: [22, 80, 443, 445, 3389],
    manufacturer: 'LENOVO',
    model: 'ThinkPad T14',
    serial: 'PF3ABCDE',
  },
  {
    ip: '10.77.1.1',
    hostname: 'router',
    mac: '00:00:0c:00:00:01',
    open_ports: [22, 443],
    vendor: 'Cisco Systems',
  },
];

const detailsButton = (page: Page, ip: string) =>
  page.getByRole('button', { name: `Details of ${ip}`, exact: true });

/** A row of the table. */
export const device = (page: Page, ip: string) =>
  page
    .getByRole('table', { name: 'Discovered Devices' })
    .getByRole('row')
    .filter({ has: detailsButton(page, ip) });

/** A device on a narrow screen. */
export const deviceCard = (page: Page, ip: string) =>
  page
    .getByRole('list', { name: 'Discovered Devices' })
    .getByRole('listitem')
    .filter({ has: detailsButton(page, ip) });

/** The addresses of the rows, from top to bottom. */
export const addresses = async (page: Page): Promise<string[]> => {
  const names = await page.getByRole('button', { name: /^Details of / }).allTextContents();
  return names.map((name) => name.trim());
};

export async function openDetails(page: Page, ip: string): Promise<Locator> {
  await detailsButton(page, ip).click();
  const details = page.getByRole('dialog', { name: ip });
  await expect(details).toBeVisible();
  return details;
}

/** Dell sample devices with an end date. Each is used once, because warranties that are known are shown at once. */
export const unknownTags = ['SMPBQBZ', 'SMPCQDZ', 'SMPDQDZ', 'SMPGQBZ'] as const;

export const sessions = (page: Page) => page.getByRole('navigation', { name: 'Discovery sessions' });
