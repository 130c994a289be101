import { readdirSync, readlinkSync } from 'node:fs';
import { workbookType } from '@warranty/contracts/bulk-lookup';
import { bytesSource } from '@warranty/domain/xlsx/byte-source';
import { columnLetters } from '@warranty/domain/xlsx/cell-reference';
import { openWorkbookTable } from '@warranty/domain/xlsx/workbook-table';
import { afterEach, describe, expect, it } from 'vitest';
import { startBulkFixture } from '../../../../test/bulk.ts';
import { buildWorkbook, inline } from '../../../../test/workbooks/build-workbook.ts';
import { unzip } from '../../../../test/workbooks/raw-package.ts';

const scene = await startBulkFixture({ BULK_LIVE_RUNS: '50' });
const user = await scene.startBulkUser();
afterEach(() => scene.simulator.reset());

const row = (line: number, ...cells: string[]) => `<row r="${line}">${cells.join('')}</row>`;
const devices =
  row(
    1,
    inline('A1', 'Serial'),
    inline('B1', 'Maker'),
    inline('C1', 'Purchase Date'),
    inline('D1', 'Stock'),
  ) +
  row(
    2,
    inline('A2', 'B000003'),
    inline('B2', 'Dell'),
    '<c r="C2" s="2"><v>45351</v></c>',
    '<c r="D2" s="1"><v>42</v></c>',
  ) +
  row(4, inline('A4', 'B000004'), inline('B4', 'Dell'), '', '<c r="D4"><v>1234567890123456</v></c>') +
  row(5, inline('A5', 'B000005'), inline('B5', 'Dell'), '', inline('D5', '=1+1'));
const book = Buffer.from(
  buildWorkbook({
    sheets: [
      { name: 'Cover', rows: row(1, inline('A1', 'Our devices')) },
      { name: 'Devices', rows: devices },
    ],
    formats: ['0000000'],
    builtIn: [14],
  }),
);
const fieldMapping = { modelNumber: 'Serial', manufacturer: 'Maker', purchaseDate: 'Purchase Date' };

async function download(id: string, query = '', sheet: string | null = null) {
  const reply = await user.send('GET', `/api/bulk-runs/${id}/file?format=xlsx${query}`);
  const table = await openWorkbookTable(bytesSource(reply.rawPayload), sheet);
  const rows: string[][] = [];
  for await (const batch of table.rows()) rows.push(...batch.map(({ cells }) => cells));
  return { reply, header: table.columns.map(({ header }) => header), rows };
}

async function runBook(bytes: Buffer, body: object, contentType = workbookType) {
  const { id } = await user.create({ fieldMapping, ...body });
  const reply = await user.upload(id, bytes, contentType);
  expect([reply.statusCode, reply.json().error]).toEqual([202, undefined]);
  return user.over(id);
}

async function storedPieces(id: string): Promise<number> {
  const rows = await scene.query('select from bulk_workbooks join bulk_runs on run = key where id = $1', [
    id,
  ]);
  return rows.length;
}

/** Temporary files that are still open; they have no name, so only their descriptors show them. */
function openUploads(): string[] {
  if (process.platform !== 'linux') return [];
  const targets = readdirSync('/proc/self/fd').map((descriptor) => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`);
    } catch {
      return ''; // Closed meanwhile.
    }
  });
  return targets.filter((target) => target.includes('warranty-upload-'));
}

describe('a workbook', () => {
  it('is read from the chosen sheet and returned as a workbook and as CSV', async () => {
    const run = await runBook(book, { sheet: 'Devices', fileName: 'devices.xlsx' });
    expect(run).toMatchObject({ status: 'completed', totalRows: 3, format: 'xlsx', counts: { found: 3 } });
    const { reply, header, rows } = await download(run.id, '', 'Devices');
    expect(reply.headers['content-type']).toBe(workbookType);
    expect(reply.headers['content-disposition']).toMatch(/filename="warranty_results_[\d-]{10}\.xlsx"/);
    expect(header.slice(0, 5)).toEqual(['Serial', 'Maker', 'Purchase Date', 'Stock', 'Warranty Status']);
    expect(rows[0]?.slice(0, 4)).toEqual(['B000003', 'Dell', '2024-02-29', '0000042']);
    expect(rows[1]?.[2]).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(rows[1]?.[3]).toBe('1234567890123456');
    expect(rows[2]?.[3]).toBe('=1+1');
    const { rows: results } = await user.results(run.id);
    expect(results.map(({ line }) => line)).toEqual([2, 4, 5]);
    const csv = await user.file(run.id);
    expect(csv.startsWith('\uFEFFSerial,Maker,Purchase Date,Stock,Warranty Status')).toBe(true);
    expect(csv).toContain(",'=1+1");
    expect(openUploads()).toEqual([]);
  });

  it('is recognized by its content, and its download leaves out deselected columns', async () => {
    const run = await runBook(book, { sheet: 'Devices' }, 'text/csv');
    const without = `&without=${encodeURIComponent('["Warranty Status"]')}`;
    const { header } = await download(run.id, without, 'Devices');
    expect(header).not.toContain('Warranty Status');
    expect(header).toContain('Warranty Start Date');
  });

  it('comes back as it was, with real dates in new columns', async () => {
    const run = await runBook(book, { sheet: 'Devices' });
    expect(run.keepsWorkbook).toBe(true);
    const { reply, header } = await download(run.id, '', 'Devices');
    const [before, after] = [unzip(book), unzip(reply.rawPayload)];
    const changed = [...before].flatMap(([name, bytes]) => (after.get(name)?.equals(bytes) ? [] : [name]));
    expect(changed).toEqual(['xl/worksheets/sheet2.xml', 'xl/styles.xml']);
    const xml = String(after.get('xl/worksheets/sheet2.xml'));
    for (const [, cell = ''] of devices.matchAll(/(<c .*?<\/c>)/g)) expect(xml).toContain(cell);
    const ends = columnLetters(header.indexOf('Warranty End Date'));
    expect(xml).toMatch(new RegExp(`<c r="${ends}2" s="\\d+"><v>\\d{5}</v></c>`));
  });

  it('is not stored if the user does not want it, and then its cells are text', async () => {
    const run = await runBook(book, { sheet: 'Devices', keepWorkbook: false });
    expect(run.keepsWorkbook).toBe(false);
    expect(await storedPieces(run.id)).toBe(0);
    const { header, reply } = await download(run.id);
    expect(header[0]).toBe('Serial');
    expect([...unzip(reply.rawPayload).keys()]).not.toContain('xl/worksheets/sheet2.xml');
  });

  it('is a new one with only the rows of a filter', async () => {
    const run = await runBook(book, { sheet: 'Devices' });
    const { rawPayload } = await user.send('GET', `/api/bulk-runs/${run.id}/file?format=xlsx&filter=failed`);
    const parts = unzip(rawPayload);
    expect([...parts.keys()]).not.toContain('xl/worksheets/sheet2.xml');
    expect(String(parts.get('xl/worksheets/sheet1.xml')).match(/<row /g)).toHaveLength(1);
  });

  it('is stored until its run is deleted, and counts toward the storage of its owner', async () => {
    const usedBytes = async () => (await user.usage())['bulk-bytes'] ?? 0;
    const before = await usedBytes();
    const run = await runBook(book, { sheet: 'Devices' });
    expect(await storedPieces(run.id)).toBe(1);
    expect((await usedBytes()) - before).toBeGreaterThan(book.length);
    expect((await user.send('DELETE', `/api/bulk-runs/${run.id}`)).statusCode).toBe(204);
    const left = await scene.query('select from bulk_workbooks where run not in (select key from bulk_runs)');
    expect(left).toEqual([]);
    expect(await usedBytes()).toBe(before);
  });

  it('replaces the one of an interrupted upload', async () => {
    const { id } = await user.create({ fieldMapping, sheet: 'Devices' });
    await scene.query(
      `with run as (update bulk_runs set status = 'loading', arrived_rows = 1 where id = $1 returning day, key)
       insert into bulk_workbooks select day, key, n, 'old' from run, generate_series(0, 3) n`,
      [id],
    );
    expect((await user.upload(id, book, workbookType)).statusCode).toBe(202);
    await user.over(id);
    expect(await storedPieces(id)).toBe(1);
    expect((await download(id, '', 'Devices')).rows).toHaveLength(3);
  });

  it('can be downloaded for a CSV file too', async () => {
    const run = await user.run('Serial,Maker,Notes\nB000003,Dell,0012\n');
    expect(run.format).toBe('csv');
    const { rows } = await download(run.id);
    expect(rows[0]?.slice(0, 3)).toEqual(['B000003', 'Dell', '0012']);
  });

  it.each([
    ['The workbook has no visible sheet named "Missing".', book, { sheet: 'Missing' }],
    ['The sheet is empty.', book, {}],
    [/^The workbook is damaged\./, book.subarray(0, book.length - 30), { sheet: 'Devices' }],
    [/^This is an Excel 97-2003 workbook/, Buffer.from('d0cf11e0a1b11ae1', 'hex'), {}],
  ])('is refused: %s', async (sentence, bytes, body) => {
    const { id } = await user.create({ fieldMapping, ...body });
    const reply = await user.upload(id, bytes, workbookType);
    expect([reply.statusCode, reply.json().code]).toEqual([422, 'workbook_refused']);
    expect(reply.json().error).toMatch(sentence);
    expect((await user.read(id)).status).toBe('error');
    expect(openUploads()).toEqual([]);
  });

  it('can be as large as a CSV file', { timeout: 60_000 }, async () => {
    const lines = Array.from({ length: 20_000 }, (_, index) => {
      const line = index + 2;
      return row(line, `<c r="A${line}" t="s"><v>${index}</v></c>`, inline(`B${line}`, 'Lenovo'));
    });
    const strings = lines.map((_, index) => `<si><t>PF${String(index).padStart(6, '0')}</t></si>`).join('');
    const rows = row(1, inline('A1', 'Serial'), inline('B1', 'Maker')) + lines.join('');
    const bytes = Buffer.from(buildWorkbook({ sheets: [{ name: 'S', rows }], strings }));
    const run = await runBook(bytes, { fieldMapping: { modelNumber: 'Serial', manufacturer: 'Maker' } });
    expect(run).toMatchObject({ totalRows: 20_000, counts: { 'not-processed': 20_000 } });
    const { rows: found } = await download(run.id);
    expect(found.map(([serial]) => serial)).toEqual(
      lines.map((_, index) => `PF${String(index).padStart(6, '0')}`),
    );
  });
});
