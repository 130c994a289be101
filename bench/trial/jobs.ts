import type { Locator, Page } from '@playwright/test';
import { createScan } from '../../harness/agent-scan.ts';
import { labels } from '../../harness/images.ts';
import type { ChosenFile, User } from './user.ts';

export interface Job {
  name: string;
  /** The clicks that it may take. */
  maxClicks: number;
  /** Does the job. Ends when the answer is visible, and throws if it does not appear. */
  run(user: User): Promise<void>;
}

const button = (place: Page | Locator, name: string | RegExp) =>
  place.getByRole('button', { name, exact: typeof name === 'string' });
const box = (page: Page) => page.getByRole('textbox', { name: 'Look up anything' });
const fileButton = (page: Page) => button(page, 'Choose a file or photo');
const csv = (name: string, lines: string[]): ChosenFile => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(`${lines.join('\r\n')}\r\n`),
});

/** Tags of the format that the sample data reserves, so that each has a result. */
const tags = ['SMP0001', 'SMP0002', 'SMP0003'];
const isVisible = (found: Locator) => found.first().waitFor();

export async function lookUpDevice({ page, enter }: User): Promise<void> {
  await enter(box(page), 'ACTV123');
  await isVisible(page.getByText(/^Covered until/));
}

async function lookUpFile({ page, choose, press }: User): Promise<void> {
  await choose(
    fileButton(page),
    csv('devices.csv', ['Serial Number,Room', ...tags.map((tag) => `${tag},12`)]),
  );
  const dialog = page.getByRole('dialog');
  const [confirm, processFile] = [button(dialog, 'Confirm'), button(page, /^Process File/)];
  await isVisible(confirm.or(processFile));
  // Asked only where the file has no column for purchase dates and the user has not decided before.
  if (await confirm.isVisible()) await press(confirm);
  await press(processFile);
  await press(button(dialog, 'Process CSV'));
  await isVisible(page.getByText('Completed', { exact: true }));
  await isVisible(page.getByRole('table', { name: 'Results' }).getByRole('row', { name: /^SMP0001 Dell / }));
}

async function lookUpList({ page, enter }: User): Promise<void> {
  await enter(box(page), tags.join('\n'));
  const rows = page.getByRole('table', { name: 'Results of the list' }).getByRole('row');
  for (const tag of tags) await isVisible(rows.filter({ hasText: tag }).filter({ hasText: 'Dell' }));
}

async function lookUpPhoto({ page, choose }: User): Promise<void> {
  const { file, serialNumber } = labels.dell;
  await choose(fileButton(page), { name: 'label.jpg', mimeType: 'image/jpeg', buffer: file() });
  const warranty = page.getByRole('region', { name: 'Warranty Information' });
  await isVisible(warranty.getByText(serialNumber));
  await isVisible(warranty.getByText(/^(Active|Expiring Soon|Expired)$/));
}

async function saveKey({ page, open, press, enter }: User): Promise<void> {
  await open('API Key Management');
  await press(button(page.getByRole('main'), /^Lenovo \d/));
  await press(button(page, 'Configure Lenovo API key'));
  await enter(page.getByRole('dialog').getByLabel('API key', { exact: true }), 'sample-lenovo-key-42');
  await press(button(page.getByRole('dialog', { name: 'Your recovery code' }), 'Saved it'));
  await isVisible(page.getByRole('region', { name: 'Lenovo' }).getByText('Configured', { exact: true }));
}

async function createToken({ page, open, press, enter }: User): Promise<void> {
  await open('External API Testing');
  await press(page.getByRole('tab', { name: 'Access Tokens' }));
  await press(button(page, 'Generate New Token'));
  await enter(page.getByRole('dialog').getByLabel('Token name'), 'Inventory');
  await isVisible(page.getByRole('dialog', { name: 'Your new token' }).getByText(/^wlt_[0-9A-Za-z]{46}$/));
}

async function fetchEndpoint({ page, open, press }: User): Promise<void> {
  await open('API Explorer');
  await press(page.getByRole('combobox', { name: 'Endpoint', exact: true }));
  await press(page.getByRole('option').filter({ hasText: '/api/config' }));
  await press(button(page, 'Fetch Data'));
  const response = page.getByRole('region', { name: 'Raw JSON Response' });
  await isVisible(response.getByRole('treeitem').filter({ hasText: 'samples' }));
}

/** The vendors' APIs do not let pages read them, so the sample is sent a second time, through the server. */
async function testVendor({ page, open, press }: User): Promise<void> {
  await open('External API Testing');
  await press(button(page, 'Send a sample'));
  await press(button(page, 'Send through the server'));
  const response = page.getByRole('region', { name: 'Response', exact: true });
  await isVisible(response.getByText('200 OK', { exact: true }));
  await isVisible(response.locator('pre').filter({ hasText: '"entitlements"' }));
}

const assets = csv('assets.csv', [
  'Asset Tag,Type,Manufacturer,Model,Serial Number,Warranty Expiration,Purchase Date',
  'IT-1,Laptop,Dell,Latitude 5420,SN00001X,2024-06-14,2021-06-15',
  'IT-2,Laptop,Dell,Latitude 5420,SN00002X,2024-06-14,',
  'IT-3,Laptop,Lenovo,ThinkPad T14 Gen 3,SN00003X,2025-10-03,2022-10-04',
  'IT-4,Laptop,Lenovo,ThinkPad T14 Gen 3,SN00004X,2025-10-03,',
]);

async function predictFile({ page, open, press, choose }: User): Promise<void> {
  await open('Purchase Date Predictor');
  await press(page.getByRole('tab', { name: 'Bulk CSV Upload' }));
  await choose(button(page, 'Choose a spreadsheet'), assets);
  await press(button(page, 'Proceed to Prediction'));
  await press(button(page, 'Generate Predictions'));
  const rows = page.getByRole('table', { name: 'Predicted purchase dates' }).getByRole('row');
  await isVisible(rows.filter({ hasText: 'SN00004X' }).getByRole('cell', { name: /20\d\d/ }));
}

/** Without what is done on the machine of the agent: getting the program there, and running it. */
async function scanNetwork({ page, open, press, enter }: User): Promise<void> {
  await open('Download Agents');
  await enter(page.getByRole('textbox', { name: 'Name' }), 'Office north');
  const shown = page.getByRole('dialog', { name: 'Your new agent secret' });
  const secret = (await shown.getByText(/^wla_/).textContent()) ?? '';
  await press(button(shown, 'I have copied it'));
  await press(button(page.getByRole('dialog', { name: 'Your recovery code' }), 'Saved it'));
  const scan = createScan([{ ip: '10.77.0.2', serial: 'SMPGQBZ', manufacturer: 'Dell Inc.' }]);
  const reply = await page.request.post('/api/agent/discoveries', {
    headers: { authorization: `Bearer ${secret}` },
    data: scan,
  });
  if (!reply.ok()) throw new Error(`the scan was answered with ${reply.status()}`);
  await press(button(page, 'Look up 1 warranty'));
  const rows = page.getByRole('table', { name: 'Discovered Devices' }).getByRole('row');
  await isVisible(rows.filter({ hasText: '10.77.0.2' }).getByText(/^Ends /));
}

export const jobs: Job[] = [
  { name: 'lookup', maxClicks: 2, run: lookUpDevice },
  { name: 'bulk', maxClicks: 5, run: lookUpFile },
  { name: 'paste', maxClicks: 3, run: lookUpList },
  { name: 'image', maxClicks: 2, run: lookUpPhoto },
  { name: 'key', maxClicks: 5, run: saveKey },
  { name: 'token', maxClicks: 4, run: createToken },
  { name: 'explorer', maxClicks: 4, run: fetchEndpoint },
  { name: 'tester', maxClicks: 3, run: testVendor },
  { name: 'predictor', maxClicks: 5, run: predictFile },
  { name: 'agent', maxClicks: 4, run: scanNetwork },
];
