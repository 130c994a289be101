import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import fc from 'fast-check';
import papaparse from 'papaparse';
import { createRun, saveFile, sendFile } from '../../harness/bulk-run.ts';
import { start, waitUntil } from '../../harness/processes.ts';
import { createTestClient } from '../../harness/test-client.ts';
import { assert, type Fault } from '../fault.ts';
import { install } from '../installation.ts';

const rows = 5000;
const conversionTimeoutMs = 300_000;

/** Formulas a spreadsheet might evaluate, with the prefixes and suffixes that users and attackers add. */
const started = fc
  .tuple(
    fc.oneof(
      fc.constant(''),
      fc.constantFrom(' ', '\t', '\n', '\r', '"', "'", '\u00a0', '\ufeff', '\0', 'x\n'),
    ),
    fc.constantFrom('=', '+', '-', '@', '\uff1d', '\uff0b', '\uff0d', '\uff20', '=+', '@='),
    fc.constantFrom(
      '1+1',
      'SUM(A1:A2)',
      "cmd|'/C calc'!A0",
      'HYPERLINK("http://example.com")',
      'A1',
      '"a"&"b"',
    ),
    fc.constantFrom('', ' ', '\n', ',1', ';1', '"'),
  )
  .map((parts) => parts.join(''));
const cell = fc.oneof(
  started,
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.constantFrom('+49 30 1234567', '-12.5', '--', '1e5', '00123', '=', '+', '-', '@'),
);

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

/** The file as LibreOffice writes it in another format. */
async function convert(dir: string, file: string, format: string, ...options: string[]): Promise<string> {
  const office = start('soffice', [
    `-env:UserInstallation=file://${join(dir, 'office')}`,
    ...['--headless', '--convert-to', format, '--outdir', dir, ...options],
    join(dir, file),
  ]);
  const [extension = ''] = format.split(':');
  await waitUntil('LibreOffice', () => office.child.exitCode !== null, conversionTimeoutMs);
  const text = await readFile(join(dir, file.replace(extname(file), `.${extension}`)), 'utf8');
  assert(text.includes('Serial Number'), 'LibreOffice did not convert the file');
  return text;
}

/** The formulas that LibreOffice finds in a file when it evaluates formulas on import. */
async function formulasIn(dir: string, file: string): Promise<string[]> {
  const filter = '--infilter=Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,-1,true';
  const text = await convert(dir, file, 'fods', ...(file.endsWith('.csv') ? [filter] : []));
  return Array.from(text.matchAll(/table:formula="([^"]*)"/g), ([, formula = '']) => formula);
}

/** LibreOffice has no other line breaks and no control characters in its cells. */
function asInOffice(text: string): string {
  const characters = [...text.replaceAll(/\r\n?/g, '\n')];
  return characters
    .filter((character) => character >= ' ' || character === '\n' || character === '\t')
    .join('');
}

/** The cells of the results that LibreOffice shows differently. */
async function changedCells(dir: string, file: string, cells: readonly string[]): Promise<string[]> {
  const csv = await convert(dir, file, 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false,false');
  const shown = papaparse.parse<string[]>(csv, { skipEmptyLines: true }).data.slice(1);
  assert(shown.length === rows, `LibreOffice shows ${shown.length} rows`);
  const found = shown.flatMap((row) => [row[3] ?? '', row[4] ?? '']);
  return cells.flatMap((cell, index) =>
    asInOffice(cell) === asInOffice(found[index] ?? '') ? [] : [JSON.stringify([cell, found[index]])],
  );
}

export const bulkSpreadsheet: Fault = {
  number: 36,
  title:
    'bulk run: a spreadsheet evaluates no cell of the exported file, and shows the workbook as it was written',
  // Needs LibreOffice (Debian: libreoffice-calc).
  slow: true,
  async run(context) {
    // No row belongs to a vendor that is called, so these keys are never used.
    const keys = { DELL_CLIENT_ID: 'x', DELL_CLIENT_SECRET: 'x' };
    const { dir, apis } = await install(context, { apis: 1, workers: 1, env: keys });
    const client = await createTestClient(apis[0]?.url ?? '');
    const runId = await createRun(client);
    const seed = Date.now();
    const cells = fc.sample(cell, { numRuns: rows * 2, seed });
    const lines = Array.from({ length: rows }, (_, index) => {
      const [first = '', second = ''] = [cells[index * 2], cells[index * 2 + 1]];
      return ['A', `L${index}`, 'Lenovo', quoted(first), quoted(second), '', '', ''].join(',');
    });
    const header = 'Asset,Serial Number,Manufacturer,Model,Location,Purchase Date,Notes,Status';
    await sendFile(client, runId, [`${header}\r\n${lines.join('\r\n')}\r\n`]);
    await saveFile(client, runId, join(dir, 'guarded.csv'));
    await saveFile(client, runId, join(dir, 'raw.csv'), '?raw=true');
    const raw = await formulasIn(dir, 'raw.csv');
    assert(
      raw.length > rows / 50,
      `only ${raw.length} cells are evaluated without the guard: too few to prove anything`,
    );
    const guarded = await formulasIn(dir, 'guarded.csv');
    assert(guarded.length === 0, `with seed ${seed} these run: ${guarded.slice(0, 5).join(' | ')}`);
    await saveFile(client, runId, join(dir, 'results.xlsx'), '?format=xlsx');
    const inWorkbook = await formulasIn(dir, 'results.xlsx');
    assert(inWorkbook.length === 0, `in the workbook these run: ${inWorkbook.slice(0, 5).join(' | ')}`);
    const changed = await changedCells(dir, 'results.xlsx', cells);
    assert(changed.length === 0, `with seed ${seed} these differ: ${changed.slice(0, 5).join(' | ')}`);
    return `${rows * 2} cells, ${raw.length} evaluated without the guard, none with it; the workbook shows the same cells`;
  },
};
