import { readFileSync } from 'node:fs';
import { type Column, recordOf } from '@warranty/domain/csv/columns';
import { sniff } from '@warranty/domain/csv/sniff';
import { openTable } from '@warranty/domain/csv/table';
import { describe, expect, it } from 'vitest';
import { startBulkFixture } from '../../../test/bulk.ts';

const scene = await startBulkFixture({ BULK_LIVE_RUNS: '50' });
const user = await scene.startBulkUser();

type Records = Record<string, string>[];

function parse(bytes: Uint8Array): { columns: readonly Column[]; records: Records } {
  const table = openTable(sniff(bytes));
  const rows = [...table.feed(bytes), ...table.end()];
  return { columns: table.columns, records: rows.map(({ cells }) => recordOf(table.columns, cells)) };
}

const folder = new URL('../../../../../packages/domain/corpus/', import.meta.url);
const fixture = (name: string) => readFileSync(new URL(name, folder));

/** The file of a run, and the preview of its first rows as requested by the page, or of all rows. */
async function both(bytes: Buffer, options: object, rowsSent?: number) {
  const { columns, records } = parse(bytes);
  const preview = await user.send('POST', '/api/warranty/csv-preview', {
    csvData: records.slice(0, rowsSent),
    columns: columns.map(({ name }) => name),
    ...options,
  });
  const { id } = await user.run(bytes.toString(), options);
  return {
    shown: preview.json().enrichedRows as Records,
    file: parse(Buffer.from(await user.file(id))).records,
  };
}

const german = {
  bytes: fixture('dates-german.csv'),
  fieldMapping: {
    ...{ modelNumber: 'Seriennummer', manufacturer: 'Hersteller', purchaseDate: 'Kaufdatum' },
    ...{ startDate: 'Garantiebeginn', endDate: 'Garantieende', shipDate: 'Lieferdatum' },
  },
};
const fiveForms = {
  bytes: fixture('dates-in-five-forms.csv'),
  fieldMapping: {
    ...{ modelNumber: 'Serial Number', manufacturer: 'Manufacturer' },
    ...{ endDate: 'Warranty End Date', purchaseDate: 'Purchase Date', shipDate: 'Ship Date' },
  },
};
const dotted = 'dd.mm.yyyy';
const written: Record<string, string> = {
  yyyy: '\\d{4}',
  mmm: '[A-Z][a-z]{2}',
  mm: '\\d\\d',
  dd: '\\d\\d',
  d: '\\d\\d?',
};

describe('preview and file', () => {
  it.each([
    [
      'the German file',
      german,
      { startDate: dotted, endDate: dotted, shipDate: dotted, purchaseDate: dotted },
    ],
    [
      'a file with five formats in a column',
      fiveForms,
      { startDate: 'dd/mm/yyyy', endDate: 'd mmm yyyy', shipDate: 'dd/mm/yyyy', purchaseDate: 'dd/mm/yyyy' },
    ],
  ])('match in every cell of %s with explicit formats', async (_, { bytes, fieldMapping }, dateFormats) => {
    const { shown, file } = await both(bytes, { fieldMapping, dateFormats }, 10);
    expect(shown).toHaveLength(10);
    expect(file.slice(0, 10)).toEqual(shown);
    const { records } = parse(bytes);
    for (const [field, form] of Object.entries(dateFormats)) {
      const column = (fieldMapping as Record<string, string>)[field] ?? 'Warranty Start Date';
      const isWritten = new RegExp(
        `^(?:${form.replaceAll(/[a-z]+/g, (token) => written[token] ?? token)}|)$`,
      );
      for (const [at, row] of file.entries())
        if (!records[at]?.[column]) expect(row[column]).toMatch(isWritten);
    }
  });

  it('match without explicit formats if the preview gets all rows, each column in its own format', async () => {
    const { shown, file } = await both(german.bytes, { fieldMapping: german.fieldMapping });
    expect(file.slice(0, 10)).toEqual(shown);
    const columns = ['Kaufdatum', 'Garantiebeginn', 'Garantieende'];
    expect(columns.map((name) => file[5]?.[name]?.replaceAll(/\d/g, '0'))).toEqual([
      ...['00.00.0000', '00.00.0000', '00/00/0000'],
    ]);
  });

  it.each(['dd.mm.yyyy; drop', '=1+1', 'dd.yyyy', 'x'.repeat(100), 12])(
    'reject the format %j',
    async (endDate) => {
      const { fieldMapping } = german;
      const reply = await user.send('POST', '/api/bulk-runs', { fieldMapping, dateFormats: { endDate } });
      expect([reply.statusCode, reply.json().details[0].path]).toEqual([400, 'body.dateFormats.endDate']);
    },
  );
});
