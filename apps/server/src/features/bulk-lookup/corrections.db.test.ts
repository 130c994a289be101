import { maxCorrections } from '@warranty/contracts/bulk-lookup';
import { columnIndex } from '@warranty/domain/csv/columns';
import { sniff } from '@warranty/domain/csv/sniff';
import { openTable } from '@warranty/domain/csv/table';
import { expect, it } from 'vitest';
import { startBulkFixture } from '../../../test/bulk.ts';

const scene = await startBulkFixture({ BULK_LIVE_RUNS: '50' });
const user = await scene.startBulkUser();

const fieldMapping = { modelNumber: 'Serial', serviceTag: 'Serial' };

/** The named cells of each row of the file. */
function pick(text: string, ...names: string[]): string[][] {
  const bytes = new TextEncoder().encode(text);
  const table = openTable(sniff(bytes));
  const rows = [...table.feed(bytes), ...table.end()];
  return rows.map(({ cells }) => names.map((name) => cells[columnIndex(table.columns, name)] ?? ''));
}

it('looks up the correction of a row, keeps its cell, and adds a column that shows it', async () => {
  const corrections = [{ row: 2, identifier: ' 7xk2p94 ' }];
  const { id } = await user.run('Serial\r\n7XK2P93\r\n1.23E+11\r\n7XK2P95\r\n', {
    fieldMapping,
    corrections,
  });
  const rows = pick(await user.file(id), 'Serial', 'Warranty End Date', 'Corrected Identifier');
  expect(rows.map(([serial, , corrected]) => [serial, corrected])).toEqual([
    ['7XK2P93', ''],
    ['1.23E+11', '7xk2p94'],
    ['7XK2P95', ''],
  ]);
  expect(rows[1]?.[1]).toMatch(/^\d{4}-\d\d-\d\d$/);
  const { rows: listed } = await user.results(id);
  expect(listed[1]).toMatchObject({ row: 2, modelNumber: '7XK2P94', outcome: 'found' });
});

it('asks the vendor that the user gave, keeps the cell, and adds a column that shows it', async () => {
  const { id } = await user.run('Serial,Maker\r\n7XK2P93,Lenovo\r\n7XK2P94,Dell\r\n', {
    fieldMapping: { ...fieldMapping, manufacturer: 'Maker' },
    corrections: [{ row: 1, manufacturer: 'Dell' }],
  });
  const text = await user.file(id);
  expect(pick(text, 'Serial', 'Maker', 'Corrected Manufacturer')).toEqual([
    ['7XK2P93', 'Lenovo', 'Dell'],
    ['7XK2P94', 'Dell', ''],
  ]);
  expect(text).not.toContain('Corrected Identifier');
  const { rows } = await user.results(id);
  expect(rows[0]).toMatchObject({ modelNumber: '7XK2P93', manufacturer: 'Dell', outcome: 'found' });
});

it('keeps corrections when all rows are read again to restore leading zeros', async () => {
  const tags = Array.from({ length: 20 }, (_, index) => `7XK2P${index + 10}`);
  const text = `Serial\r\n${[...tags, '12345', '1.23E+11'].join('\r\n')}\r\n`;
  const { id } = await user.run(text, { fieldMapping, corrections: [{ row: 22, identifier: '7XK2P99' }] });
  const { rows } = await user.results(id);
  expect(rows.slice(20)).toMatchObject([{ modelNumber: '0012345' }, { modelNumber: '7XK2P99' }]);
});

it('uses corrections in the preview', async () => {
  const reply = await user.send('POST', '/api/warranty/csv-preview', {
    csvData: [{ Serial: '' }],
    fieldMapping: { modelNumber: 'Serial' },
    corrections: [{ row: 1, identifier: '7XK2P93' }],
  });
  expect(reply.json().enrichedRows).toMatchObject([
    { Serial: '', 'Service Tag': '7XK2P93', 'Corrected Identifier': '7XK2P93' },
  ]);
});

it('adds no column without corrections, and says why a corrected row is skipped', async () => {
  const text = 'Serial\r\n7XK2P93\r\n';
  const plain = await user.run(text, { fieldMapping, corrections: [] });
  expect(await user.file(plain.id)).not.toContain('Corrected Identifier');
  const skipped = await user.run(text, { fieldMapping, corrections: [{ row: 1, identifier: 'None' }] });
  expect(pick(await user.file(skipped.id), 'Warranty Error')[0]?.[0]).toContain("'None' is a placeholder");
});

it.each([
  ['too many', Array.from({ length: maxCorrections + 1 }, (_, at) => ({ row: at + 1, identifier: 'X' }))],
  ['a row below 1', [{ row: 0, identifier: '7XK2P93' }]],
  ['a blank identifier', [{ row: 1, identifier: '  ' }]],
  ['neither identifier nor manufacturer', [{ row: 1 }]],
  ['a manufacturer without a lookup', [{ row: 1, manufacturer: 'Acer' }]],
  ['a long identifier', [{ row: 1, identifier: 'X'.repeat(65) }]],
])('rejects corrections with %s', async (_, corrections) => {
  const reply = await user.send('POST', '/api/bulk-runs', { fieldMapping, corrections });
  expect(reply.statusCode).toBe(400);
});
