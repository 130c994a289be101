import { describe, expect, it } from 'vitest';
import { nameColumns } from './columns.ts';
import { detectMapping, isKnownHeader } from './mapping.ts';
import { createProfiler } from './profile.ts';

/** Maps headers to values. */
function detect(table: Record<string, string[]>) {
  const headers = Object.keys(table);
  const profiler = createProfiler(headers.length);
  const rows = Math.max(0, ...Object.values(table).map((values) => values.length));
  for (let row = 0; row < rows; row += 1) profiler.add(headers.map((header) => table[header]?.[row] ?? ''));
  return detectMapping(nameColumns(headers), profiler.profiles());
}
const mappingOf = (table: Record<string, string[]>) => detect(table).mapping;
const ofHeaders = (...headers: string[]) =>
  mappingOf(Object.fromEntries(headers.map((header) => [header, []])));

describe('the identifier', () => {
  it.each([
    ...[
      'Serial',
      'Serial Number',
      'serial_number',
      'SerialNumber0',
      'S/N',
      'SN',
      'Serial No.',
      'serial#',
      'Service Tag',
    ],
    ...[
      'service_tag',
      'Dell Service Tag',
      'Identifying Number',
      'N° DE SERIE',
      'Numéro de série',
      'Seriennummer',
    ],
    ...[
      'Device SN',
      'BIOS serial number',
      'SMS_G_System_PC_BIOS.SerialNumber',
      'ASSETSERIALNO',
      'Model',
      'SKU',
      'pn',
    ],
  ])('is in "%s"', (header) => expect(ofHeaders('Name', header).modelNumber).toBe(header));

  it.each(['Last seen', 'Tags', 'Cost', 'Notes', 'Asset Tag', 'Name', 'Description', 'Snapshot', 'Person'])(
    'is not in "%s"',
    (header) => expect(ofHeaders(header).modelNumber).toBeUndefined(),
  );

  it('is the service tag, then the serial number, then an asset tag in that format, then the model', () => {
    const values = ['7XK2P93', '5TQ8R14'];
    const all = { Model: ['a', 'b'], 'Asset Tag': values, 'Serial Number': values, 'Service Tag': values };
    expect(mappingOf(all)).toMatchObject({ modelNumber: 'Service Tag', serviceTag: 'Service Tag' });
    expect(mappingOf({ ...all, 'Service Tag': ['', ''] })).toMatchObject({
      modelNumber: 'Serial Number',
      serviceTag: 'Service Tag',
    });
    expect(mappingOf({ ...all, 'Service Tag': ['7XK2P93', ''] })).toMatchObject({
      modelNumber: 'Serial Number',
    });
    expect(mappingOf({ Model: ['a', 'b'], 'Asset Tag': values }).modelNumber).toBe('Asset Tag');
    expect(mappingOf({ Model: ['a', 'b'], 'Asset Tag': ['PC00012', 'PC00013'] }).modelNumber).toBe('Model');
  });

  it('prefers a whole word to a part, and a serial to an exact model', () => {
    expect(ofHeaders('Serialization', 'Device serial').modelNumber).toBe('Device serial');
    expect(ofHeaders('Model', 'Machine serial (BIOS)').modelNumber).toBe('Machine serial (BIOS)');
  });
});

describe('a short name', () => {
  it('does not match letters inside a header, such as "sku" in "Risk update"', () => {
    expect(ofHeaders('Risk update')).toEqual({});
    expect(ofHeaders('Serial', 'Risk update')).toEqual({ modelNumber: 'Serial' });
    expect(mappingOf({ Serial: ['a'], Roemer: ['Dell', 'HP'] }).manufacturer).toBeUndefined();
  });

  it('matches a word of a header', () => {
    expect(ofHeaders('Internal SKU')).toMatchObject({ modelNumber: 'Internal SKU' });
    expect(mappingOf({ Serial: ['a'], 'OEM name': ['Dell', 'HP'] }).manufacturer).toBe('OEM name');
  });
});

describe('the manufacturer', () => {
  it.each(['Manufacturer', 'Make', 'Brand', 'MARQUE', 'Fabricant', 'Hersteller', 'Manufacturer0'])(
    'is in "%s"',
    (header) => {
      expect(mappingOf({ Serial: ['7XK2P93'], [header]: ['Dell'] }).manufacturer).toBe(header);
    },
  );

  it('is in a reseller column only as a last resort, and only if its values are manufacturers', () => {
    expect(mappingOf({ Serial: ['a', 'b'], Vendor: ['Dell', 'Lenovo'] }).manufacturer).toBe('Vendor');
    expect(mappingOf({ Serial: ['a', 'b'], Vendor: ['CDW', 'Insight'] }).manufacturer).toBeUndefined();
    expect(mappingOf({ Serial: ['a'], Vendor: ['Dell'], Make: ['HP'] }).manufacturer).toBe('Make');
    expect(mappingOf({ Serial: ['a'], Vendor: [''] }).manufacturer).toBeUndefined();
  });

  it('is not in columns that only have the word in their header', () => {
    expect(
      mappingOf({ Serial: ['a'], 'Manufacturer Part Number': ['WS-C2960X'] }).manufacturer,
    ).toBeUndefined();
    expect(ofHeaders('Serial', 'Manufacturer Warranty Expiry')).toEqual({
      modelNumber: 'Serial',
      endDate: 'Manufacturer Warranty Expiry',
    });
  });
});

describe('dates', () => {
  it.each([
    [
      'endDate',
      ['Warranty End', 'Warranty Expires', 'warranty_expiration', 'warrantyExpiry', 'Expiry', 'End Date'],
    ],
    ['endDate', ['Warranty ends', 'WARRANTYEXPIRYDATE', 'Warrantydate', 'Garantieende', 'Support End Date']],
    ['startDate', ['Warranty Start', 'Start Date', 'Install date', 'install_date', 'Garantiebeginn']],
    ['shipDate', ['Ship Date', 'Build date', 'Shipped', 'delivery_date', 'DATE RECEPTION']],
    [
      'purchaseDate',
      ['Purchase Date', 'Purchased', 'Order Date', 'PO Date', 'Date of purchase', 'purchase_date'],
    ],
  ] as const)('%s is in %j', (field, headers) => {
    for (const header of headers) expect(ofHeaders('Serial', header)[field]).toBe(header);
  });

  it.each([
    ...[
      'Lease Expiration',
      'License expiry',
      'End user',
      'EOL',
      'Asset EOL Date',
      'Last restart date',
      'Enrollment date',
    ],
    ...[
      'Compliance grace period expiration',
      'Password expires',
      'Contract End Date',
      'Purchase Cost',
      'Order Number',
    ],
    ...['Lastseen', 'enrolledDateTime', 'install_status', 'Employee Start Date', 'Warranty Months'],
  ])('are not in "%s"', (header) => expect(ofHeaders('Serial', header)).toEqual({ modelNumber: 'Serial' }));

  it('are not in columns with other values', () => {
    expect(mappingOf({ Serial: ['a'], 'Purchase Date': ['last spring'] }).purchaseDate).toBeUndefined();
    expect(mappingOf({ Serial: ['a'], 'Purchase Date': ['0000-00-00'] }).purchaseDate).toBe('Purchase Date');
  });
});

describe('the warranty', () => {
  it('is a status, unless it contains durations or dates', () => {
    expect(mappingOf({ Serial: ['a'], Warranty: ['Active'] }).warranty).toBe('Warranty');
    expect(ofHeaders('Serial', 'Warranty').warranty).toBe('Warranty');
    for (const months of ['36 months', '36', 'Lifelong']) {
      const { mapping, notes } = detect({ Serial: ['a'], Warranty: [months] });
      expect(mapping).toEqual({ modelNumber: 'Serial' });
      expect(notes).toEqual(['"Warranty" contains durations, not dates, and is not changed.']);
    }
    const dated = detect({ Serial: ['a'], Warranty: ['2027-01-31'] });
    expect(dated.mapping).toEqual({ modelNumber: 'Serial', endDate: 'Warranty' });
    expect(dated.notes).toEqual(['"Warranty" contains dates, so it is used as the warranty end date.']);
  });
});

describe('other fields', () => {
  it.each([
    ['serviceLevel', 'Support Level'],
    ['serviceLevel', 'Coverage'],
    ['serviceLevel', 'SLA'],
    ['productCode', 'Product Code'],
    ['systemDescription', 'Description'],
    ['systemDescription', 'System Description'],
    ['deviceModel', 'Model'],
    ['deviceModel', 'Part Number'],
  ] as const)('%s is in "%s"', (field, header) => expect(ofHeaders('Serial', header)[field]).toBe(header));

  it('do not treat numbers as dates that only happen to be in that range', () => {
    expect(mappingOf({ Serial: ['a'], 'Product Code': ['45123'] }).productCode).toBe('Product Code');
    expect(mappingOf({ Serial: ['a'], Warranty: ['45123'] })).toEqual({
      modelNumber: 'Serial',
      endDate: 'Warranty',
    });
  });

  it('share no column, except the identifier and the service tag', () => {
    const headers = [
      'Service Tag',
      'Model',
      'Part Number',
      'Description',
      'Warranty',
      'Warranty End',
      'End Date',
    ];
    const columns = Object.values(ofHeaders(...headers)).toSorted();
    expect(columns).toEqual([
      'Description',
      'Model',
      'Service Tag',
      'Service Tag',
      'Warranty',
      'Warranty End',
    ]);
  });

  it('prefer the model to a description', () => {
    expect(ofHeaders('Description', 'Model')).toEqual({
      modelNumber: 'Model',
      systemDescription: 'Description',
    });
  });
});

describe('isKnownHeader', () => {
  it.each(['Serial', 'MAKE', 'n° de série', 'Tag', 'Warranty'])('accepts %s', (cell) => {
    expect(isKnownHeader(cell)).toBe(true);
  });
  it.each(['', '7XK2P93', 'Dell', 'Berlin', '2024-01-05'])('rejects %j, which is a value', (cell) => {
    expect(isKnownHeader(cell)).toBe(false);
  });
});
