import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createRun, saveFile, sendFile, waitForRun } from '../../harness/bulk-run.ts';
import { root, start, waitUntil } from '../../harness/processes.ts';
import { createTestClient, type TestClient } from '../../harness/test-client.ts';
import { type CorpusWorkbook, corpus } from '../../harness/workbooks/corpus.ts';
import { fleetMapping } from '../../harness/workbooks/fleet-workbook.ts';
import { assert, type Fault } from '../fault.ts';
import { temporaryFolder } from '../installation.ts';
import { installWithVendor, unlimitedLookups } from '../with-vendor.ts';

const timeoutMs = 600_000;
/** Debian's, where its package of openpyxl is, whatever `python3` is. */
const python = existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3';
/** At the same time, as many as a user may have. */
const atOnce = 3;

/** The workbook as it is uploaded and as it comes back. */
async function sendWorkbook(
  client: TestClient,
  { bytes }: CorpusWorkbook,
  fillBlankFields: boolean,
  [before, after]: readonly [string, string],
): Promise<void> {
  const options = { fieldMapping: fleetMapping, fillBlankFields, sheet: 'Devices' };
  const runId = await createRun(client, options);
  await writeFile(before, bytes());
  await sendFile(client, runId, [bytes()]);
  await waitForRun(client, runId, timeoutMs);
  await saveFile(client, runId, after, '?format=xlsx');
}

interface Compared {
  files: number;
  cells: number;
  dates: number;
  differences: number;
  without_dates: string[];
}

/** What openpyxl finds different. */
async function compare(before: string, after: string, files: number): Promise<Compared> {
  const program = start(python, [join(root, 'faults/compare-workbooks.py'), before, after]);
  const last = await program.waitForLine((line) => line.includes('"without_dates"'), timeoutMs);
  const compared = JSON.parse(last) as Compared;
  const first = program.lines.slice(0, 3).map((line) => line.slice(0, 500));
  assert(compared.files === files, `openpyxl read ${compared.files} of ${files} workbooks`);
  assert(compared.differences === 0, `${compared.differences} differ: ${first.join(' | ')}`);
  assert(compared.without_dates.length === 0, `no dates were added to ${compared.without_dates.join(', ')}`);
  return compared;
}

/** As LibreOffice reads and writes them. */
async function convert(dir: string, from: string, files: readonly string[]): Promise<string> {
  const to = `${from}-office`;
  const office = start('soffice', [
    `-env:UserInstallation=file://${join(dir, 'office')}`,
    ...['--headless', '--convert-to', 'xlsx:Calc MS Excel 2007 XML', '--outdir', to],
    ...files.map((file) => join(from, file)),
  ]);
  await waitUntil('LibreOffice', () => office.child.exitCode !== null, timeoutMs);
  return to;
}

export const workbookResults: Fault = {
  number: 124,
  title: 'bulk run: workbooks of many kinds come back as they were, as openpyxl and LibreOffice read them',
  // Needs LibreOffice and openpyxl (Debian: libreoffice-calc, python3-openpyxl).
  slow: true,
  async run(context) {
    const dir = await temporaryFolder(context);
    const [before, after] = [join(dir, 'before'), join(dir, 'after')];
    for (const folder of [before, after]) await mkdir(folder);
    const env = { ...unlimitedLookups, BULK_STORED_RUNS: '1000' };
    const { url } = (await installWithVendor(context, { workers: 1, env })).api;
    const client = await createTestClient(url);
    const tasks = corpus.flatMap((workbook, index) =>
      [true, false].map((fill) => ({ workbook, fill, file: `${index}-${fill ? 'on' : 'off'}.xlsx` })),
    );
    for (let at = 0; at < tasks.length; at += atOnce)
      await Promise.all(
        tasks
          .slice(at, at + atOnce)
          .map(({ workbook, fill, file }) =>
            sendWorkbook(client, workbook, fill, [join(before, file), join(after, file)]),
          ),
      );
    const files = tasks.map(({ file }) => file);
    const { cells, dates } = await compare(before, after, files.length);
    const [officeBefore, officeAfter] = [await convert(dir, before, files), await convert(dir, after, files)];
    const office = await compare(officeBefore, officeAfter, files.length);
    return `${corpus.length} workbooks, with blank cells filled and not; openpyxl compared ${cells} cells and found ${dates} new dates, from LibreOffice ${office.cells} and ${office.dates}; none differs`;
  },
};
