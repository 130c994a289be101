import type { APIRequestContext, Page } from '@playwright/test';
import type { Scope } from '@warranty/contracts/access';
import { waitUntil } from '../../harness/processes.ts';
import { makeSecret, sendScan } from '../agents/agents.page.ts';
import { sampleTag } from '../bulk-lookup/bulk-lookup.page.ts';

// What the pictures of the guide show: a recent lookup, tokens in use, a finished run, scans and vendor keys.

const daysFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const headersOf = (page: Page) => ({ origin: new URL(page.url()).origin });

interface NewToken {
  name: string;
  expiresAt?: string;
  scopes?: Scope[];
  /** How often it is used before the picture is taken. */
  calls?: number;
}

async function createToken(page: Page, { name, expiresAt, scopes, calls = 0 }: NewToken): Promise<string> {
  const data = { tokenName: name, expiresAt, scopes };
  const reply = await page.request.post('/api/external-tokens', { headers: headersOf(page), data });
  const { token, rawToken } = (await reply.json()) as { token: { id: string }; rawToken: string };
  for (let call = 0; call < calls; call += 1) await lookUp(page.request, 'ACTV123', rawToken);
  return token.id;
}

async function lookUp(request: APIRequestContext, tag: string, token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  await request.post('/api/warranty/lookup', { headers, data: { modelNumber: tag } });
}

async function createTokens(page: Page): Promise<void> {
  const helpDesk = await createToken(page, { name: 'Help desk form', scopes: ['lookup'] });
  await createToken(page, { name: 'Nightly inventory sync', calls: 40 });
  await createToken(page, {
    name: 'Audit',
    scopes: ['lookup', 'runs:read', 'discoveries:read'],
    expiresAt: daysFromNow(5),
    calls: 12,
  });
  const data = { isActive: false };
  await page.request.patch(`/api/external-tokens/${helpDesk}`, { headers: headersOf(page), data });
  await waitUntil('the usage to be counted', async () => {
    const tokens = await page.request.get('/api/external-tokens');
    return (await tokens.text()).includes('"usageCount":40');
  });
}

export async function saveVendorKey(page: Page, vendor: string, keyType: string): Promise<void> {
  const session = (await (await page.request.get('/api/auth/session')).json()) as { userId: string };
  await page.request.post(`/api/user/${session.userId}/api-keys`, {
    headers: headersOf(page),
    data: { vendor, keyType, keyValue: `sample-${vendor.toLowerCase()}-key-42` },
  });
}

const headers = 'Asset Tag,Serial Number,Manufacturer,Model,Location,Purchase Date,Warranty End Date';
const models = ['OptiPlex 7090', 'Latitude 5440', 'Precision 3660', 'Latitude 7420'];
const places = ['Berlin', 'Lisbon', 'Oslo', 'Boston'];

/** Rows that do not end in a plain result, by their number. */
const specialRows: Record<number, string> = {
  3: 'IT-0003,ACTV123,Dell,Latitude 5440,Oslo,,',
  6: 'IT-0006,PF3ABCDE,Lenovo,ThinkPad T14,Oslo,,',
  9: 'IT-0009,NOCOVER,Dell,OptiPlex 7010,Berlin,,',
  14: 'IT-0014,,Dell,Latitude 5440,Lisbon,,',
};

/** An inventory as a spreadsheet program would export it. */
export const inventory: string = [
  headers,
  ...Array.from({ length: 240 }, (_, index) => {
    const tag = `IT-${String(index + 1).padStart(4, '0')}`;
    const plain = [sampleTag(index * 37 + 20), 'Dell', models[index % 4], places[index % 3], '', ''].join();
    return specialRows[index + 1] ?? `${tag},${plain}`;
  }),
].join('\r\n');

async function finishRun(page: Page): Promise<void> {
  const fieldMapping = {
    modelNumber: 'Serial Number',
    manufacturer: 'Manufacturer',
    endDate: 'Warranty End Date',
    purchaseDate: 'Purchase Date',
  };
  const created = await page.request.post('/api/bulk-runs', {
    headers: headersOf(page),
    data: { fieldMapping, fillBlankFields: true, fileName: 'inventory.csv' },
  });
  const { id } = (await created.json()) as { id: string };
  const source = { ...headersOf(page), 'content-type': 'text/csv' };
  await page.request.put(`/api/bulk-runs/${id}/source`, { headers: source, data: inventory });
  await waitUntil('the run to finish', async () => {
    const run = await page.request.get(`/api/bulk-runs/${id}`);
    return (await run.text()).includes('"status":"completed"');
  });
}

export async function newestRun(page: Page): Promise<string> {
  const reply = await page.request.get('/api/bulk-runs');
  const { runs } = (await reply.json()) as { runs: { id: string }[] };
  return runs[0]?.id ?? '';
}

const scannedDevices = (count: number) =>
  Array.from({ length: count }, (_, index) => {
    const isPrinter = index % 4 === 3;
    const subnet = index % 2 === 0 ? 10 : 20;
    return {
      ip: `192.168.${subnet}.${index * 3 + 2}`,
      hostname: isPrinter ? `printer-${index}` : `pc-${index}.office.example`,
      mac: `f4:8e:38:00:00:${(index + 16).toString(16)}`,
      open_ports: isPrinter ? [80, 9100] : [135, 445, 3389],
      ...(index < 3
        ? { manufacturer: 'Dell Inc.', model: 'OptiPlex 7090', serial: `SMP000${index + 1}` }
        : {}),
    };
  });

async function sendScans(page: Page): Promise<void> {
  const secret = await makeSecret(page);
  for (const [days, count] of [[-1, 22] as const, [0, 26] as const])
    await sendScan(page, secret, {
      hostname: 'scanner',
      scannedAt: new Date(daysFromNow(days)),
      devices: scannedDevices(count),
    });
}

/** Everything that more than one picture shows, for the user of this page. */
export async function createData(page: Page): Promise<void> {
  await createTokens(page);
  await finishRun(page);
  await sendScans(page);
  await page.goto('/individual-lookup?q=ACTV123');
  await page.getByText(/^Covered until /).waitFor();
}
