import type { FieldMapping } from '@warranty/contracts/field-mapping';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isBlank } from './blank.ts';
import { nameColumns, unnamedColumns } from './columns.ts';
import { isoFormat, readFormat } from './dates.ts';
import { type CellChange, createEnricher, type EnrichOptions, planEnrichment } from './enrich.ts';
import type { EnrichmentValues } from './enrichment-values.ts';

const answer: EnrichmentValues = {
  manufacturer: 'Dell',
  warranty: 'Active',
  startDate: '2024-01-22',
  endDate: '2027-01-21',
  serviceLevel: 'ProSupport',
  serviceTag: '7XK2P93',
  productCode: '>/100',
  systemDescription: 'Latitude 5440',
  shipDate: '2024-01-15',
  purchaseDate: '2024-01-15',
  source: 'Dell, checked 2026-11-15',
  error: null,
};
const newColumns = [
  ...[
    'Warranty Status',
    'Warranty Start Date',
    'Warranty End Date',
    'Service Level',
    'Service Tag',
    'Product Code',
  ],
  ...['System Description', 'Ship Date', 'Purchase Date', 'Warranty Source', 'Warranty Error'],
];

const options = (
  headers: string[],
  mapping: FieldMapping,
  more: Partial<EnrichOptions> = {},
): EnrichOptions => ({
  columns: nameColumns(headers),
  mapping,
  fillBlankFields: true,
  ...more,
});
const headerOf = (...all: Parameters<typeof options>) => planEnrichment(options(...all)).header;
function enriched(
  enrichRow: ReturnType<typeof createEnricher>,
  cells: string[],
  given: EnrichmentValues | null,
) {
  const changes: CellChange[] = [];
  return { cells: enrichRow(cells, given, changes), changes };
}
function enrich(cells: string[], given: EnrichmentValues | null, ...all: Parameters<typeof options>) {
  return enriched(createEnricher(planEnrichment(options(...all))), cells, given);
}

describe('the columns', () => {
  it('are those of the file in the same order, then the new ones', () => {
    expect(headerOf(['Serial', 'Notes'], { modelNumber: 'Serial' })).toEqual([
      'Serial',
      'Notes',
      ...newColumns,
    ]);
  });

  it('are added only for fields without a column, whether blanks are filled or not', () => {
    const mapping = {
      modelNumber: 'Serial',
      serviceTag: 'Serial',
      endDate: 'Expires',
      purchaseDate: 'Bought',
    };
    const headers = ['Serial', 'Expires', 'Bought'];
    const added = newColumns.filter(
      (name) => !['Service Tag', 'Warranty End Date', 'Purchase Date'].includes(name),
    );
    for (const fillBlankFields of [true, false]) {
      expect(headerOf(headers, mapping, { fillBlankFields })).toEqual([...headers, ...added]);
    }
  });

  it('are added for the vendor’s values where a mapped column has values, but not for identifiers', () => {
    const headers = ['Serial', 'Make', 'Expires', 'Status', 'Bought'];
    const mapping = {
      ...{ modelNumber: 'Serial', serviceTag: 'Serial', manufacturer: 'Make' },
      ...{ endDate: 'Expires', warranty: 'Status', purchaseDate: 'Bought' },
    };
    const profiles = [0, 0, 3, 9, 10].map((blank) => ({ rows: 10, blank }));
    for (const fillBlankFields of [true, false]) {
      const added = headerOf(headers, mapping, { fillBlankFields, profiles }).slice(headers.length);
      expect(added).toEqual([
        'Warranty Status (vendor)',
        'Warranty Start Date',
        'Warranty End Date (vendor)',
        ...newColumns
          .slice(newColumns.indexOf('Service Level'))
          .filter((name) => !['Service Tag', 'Purchase Date'].includes(name)),
      ]);
    }
  });

  it('get a number if the name is taken in any case', () => {
    const header = headerOf(['Serial', 'warranty status', 'Ship Date', 'Ship Date (2)'], {
      modelNumber: 'Serial',
    });
    expect(header).toContain('Warranty Status (2)');
    expect(header).toContain('Ship Date (3)');
  });

  it('are written back unchanged', () => {
    expect(headerOf(['X', ' X', ''], {}).slice(0, 3)).toEqual(['X', ' X', '']);
    const plan = planEnrichment({ columns: unnamedColumns(1), mapping: {}, fillBlankFields: true });
    expect(plan.header[0]).toBe('Column 1');
  });

  it('include one for corrections only if there are some', () => {
    const mapping = { modelNumber: 'Serial' };
    expect(headerOf(['Serial'], mapping)).toEqual(['Serial', ...newColumns]);
    const more = { correctedFields: ['correctedIdentifier'] as const };
    expect(headerOf(['Serial'], mapping, more)).toEqual(['Serial', ...newColumns, 'Corrected Identifier']);
    const { cells } = enrich(
      ['1.2E+9'],
      { ...answer, correctedIdentifier: '7XK2P93' },
      ['Serial'],
      mapping,
      more,
    );
    expect([cells[0], cells.at(-1)]).toEqual(['1.2E+9', '7XK2P93']);
  });

  it('are omitted if unticked, while columns of the file stay but are not filled', () => {
    const unticked = ['Warranty Error', 'Service Level', 'Expires'];
    const mapping = { modelNumber: 'Serial', endDate: 'Expires' };
    const { cells, changes } = enrich(['7XK2P93', ''], answer, ['Serial', 'Expires'], mapping, { unticked });
    const header = headerOf(['Serial', 'Expires'], mapping, { unticked });
    expect(header).not.toContain('Warranty Error');
    expect(header).not.toContain('Service Level');
    expect(cells.slice(0, 2)).toEqual(['7XK2P93', '']);
    expect(cells).toHaveLength(header.length);
    expect(changes.map(({ column }) => column)).not.toContain('Expires');
  });
});

describe('the column of the vendor’s values', () => {
  const profiles = [
    { rows: 2, blank: 0 },
    { rows: 2, blank: 1 },
  ];
  const headers = ['Serial', 'Expires'];
  const mapping = { modelNumber: 'Serial', endDate: 'Expires' };
  const at = headerOf(headers, mapping, { profiles }).indexOf('Warranty End Date (vendor)');

  it.each([
    ['beside a value, which stays', '2020-01-31', '2020-01-31'],
    ['beside a blank cell, which is filled too', '', answer.endDate],
  ])('is filled %s', (_, cell, written) => {
    const { cells } = enrich(['7XK2P93', cell], answer, headers, mapping, { profiles });
    expect([cells[1], cells[at]]).toEqual([written, answer.endDate]);
  });

  it('has the date format of the file', () => {
    const options = { profiles, dateFormats: { endDate: readFormat('dd.mm.yyyy') ?? isoFormat } };
    const { cells } = enrich(['7XK2P93', '31.01.2020'], answer, headers, mapping, options);
    expect(cells[at]).toMatch(/^\d\d\.\d\d\.\d{4}$/);
  });
});

describe('a row', () => {
  const headers = ['Serial', 'Make', 'Expires', 'Status'];
  const mapping = { modelNumber: 'Serial', manufacturer: 'Make', endDate: 'Expires', warranty: 'Status' };

  it('has its blanks filled, new values added and each change listed', () => {
    const { cells, changes } = enrich(['7XK2P93', ' ', '', 'in store'], answer, headers, mapping);
    expect(cells.slice(0, 4)).toEqual(['7XK2P93', 'Dell', '2027-01-21', 'in store']);
    expect(changes).toEqual([
      { column: 'Expires', before: '', after: '2027-01-21', kind: 'filled' },
      { column: 'Make', before: ' ', after: 'Dell', kind: 'filled' },
      { column: 'Warranty Start Date', before: '', after: '2024-01-22', kind: 'added' },
      { column: 'Service Level', before: '', after: 'ProSupport', kind: 'added' },
      { column: 'Service Tag', before: '', after: '7XK2P93', kind: 'added' },
      { column: 'Product Code', before: '', after: '>/100', kind: 'added' },
      { column: 'System Description', before: '', after: 'Latitude 5440', kind: 'added' },
      { column: 'Ship Date', before: '', after: '2024-01-15', kind: 'added' },
      { column: 'Purchase Date', before: '', after: '2024-01-15', kind: 'added' },
      { column: 'Warranty Source', before: '', after: 'Dell, checked 2026-11-15', kind: 'added' },
    ]);
  });

  it("keeps the file's columns unchanged if `fillBlankFields` is off", () => {
    const cells = ['7XK2P93', '', '', ''];
    expect(enrich(cells, answer, headers, mapping, { fillBlankFields: false }).cells.slice(0, 4)).toEqual(
      cells,
    );
  });

  it('that was not looked up gets empty new cells', () => {
    const { cells, changes } = enrich(['x', '', '', ''], null, headers, mapping);
    expect([cells.length, cells.slice(4).join(''), changes]).toEqual([4 + 9, '', []]);
  });

  it('keeps fields beyond the header after the new columns', () => {
    const { cells } = enrich(['x', '', '', '', 'extra', 'more'], answer, headers, mapping);
    expect(cells).toHaveLength(4 + 9 + 2);
    expect(cells.slice(-2)).toEqual(['extra', 'more']);
  });

  it('has dates in the format of the column', () => {
    const dateFormats = {
      endDate: { pattern: 'd/m/yy', tail: '', order: null },
      startDate: { pattern: 'dd.mm.yyyy', tail: '', order: null },
    };
    const { cells } = enrich(['x', '', '', ''], answer, headers, mapping, { dateFormats });
    expect([cells[2], cells[4], cells[9]]).toEqual(['21/1/27', '22.01.2024', '2024-01-15']);
  });
});

describe('the purchase date', () => {
  const headers = ['Serial', 'Bought', 'Shipped'];
  const mapping = { modelNumber: 'Serial', shipDate: 'Shipped' };
  const row = ['7XK2P93', '', ''];

  it('fills the chosen column even if `fillBlankFields` is off', () => {
    const purchaseDate = { mode: 'update', column: 'Bought' } as const;
    for (const fillBlankFields of [true, false]) {
      const plan = { fillBlankFields, purchaseDate };
      expect(enrich(row, answer, headers, mapping, plan).cells[1]).toBe('2024-01-15');
      expect(headerOf(headers, mapping, plan)).not.toContain('Purchase Date');
    }
    expect(enrich(['x', '2020', ''], answer, headers, mapping, { purchaseDate }).cells[1]).toBe('2020');
  });

  it('gets a new column if the user chose one or the chosen column is missing', () => {
    expect(headerOf(headers, mapping, { purchaseDate: { mode: 'create' } })).toContain('Purchase Date');
    expect(headerOf(headers, mapping, { purchaseDate: { mode: 'update', column: 'gone' } })).toContain(
      'Purchase Date',
    );
  });

  it('may share a column with another date, and the cell is written once', () => {
    const purchaseDate = { mode: 'update', column: 'Shipped' } as const;
    const given = { ...answer, shipDate: '2024-01-14' };
    const { cells, changes } = enrich(row, given, headers, mapping, { purchaseDate });
    expect(cells[2]).toBe('2024-01-15');
    expect(changes.filter(({ column }) => column === 'Shipped')).toHaveLength(1);
  });
});

const headers = ['a', 'b', 'c', 'd', 'e'];
const column = fc.constantFrom(...headers);
const someMapping = fc.record(
  {
    ...{ modelNumber: column, manufacturer: column, warranty: column, startDate: column, endDate: column },
    ...{ serviceLevel: column, serviceTag: column, shipDate: column, purchaseDate: column },
  },
  { requiredKeys: [] },
);
const choice = fc.oneof(
  fc.constant({ mode: 'create' as const }),
  fc.record({ mode: fc.constant('update' as const), column }),
  fc.constant(undefined),
);
const cell = fc.oneof(fc.constantFrom('', ' ', '0000-00-00', 'x'), fc.string({ maxLength: 4 }));

describe('for any mapping and options', () => {
  it('no filled cell is overwritten, and the diff lists all changes', () => {
    const row = fc.array(cell, { minLength: 5, maxLength: 7 });
    const unticked = fc.array(fc.constantFrom(...headers, ...newColumns), { maxLength: 3 });
    const property = fc.property(
      ...[row, someMapping, choice, fc.boolean(), unticked],
      (cells, mapping, purchaseDate, fillBlankFields, without) => {
        const plan = planEnrichment(
          options(headers, mapping, { purchaseDate, fillBlankFields, unticked: without }),
        );
        const written = enriched(createEnricher(plan), cells, answer);
        expect(written.cells).toHaveLength(plan.header.length + cells.length - headers.length);
        const inFile = written.cells.slice(0, 5);
        for (const [at, before] of cells.slice(0, 5).entries())
          if (!isBlank(before)) expect(inFile[at]).toBe(before);
        expect(written.cells.slice(plan.header.length)).toEqual(cells.slice(5));
        const changed = new Map(written.changes.map((change) => [change.column, change]));
        expect(changed.size).toBe(written.changes.length);
        const names = [...headers, ...plan.header.slice(5)];
        const before = [...cells.slice(0, 5), ...plan.header.slice(5).map(() => '')];
        for (const [at, name] of names.entries()) {
          const expected = changed.get(name) ?? { before: written.cells[at], after: written.cells[at] };
          expect([before[at], written.cells[at]]).toEqual([expected.before, expected.after]);
        }
      },
    );
    fc.assert(property, { numRuns: 1000 });
  });
});
