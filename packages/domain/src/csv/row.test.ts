import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  detectManufacturer,
  findConflictingManufacturer,
  normalizeManufacturer,
} from '../detect-manufacturer.ts';
import { readIdentifier } from '../identifiers.ts';
import { nameColumns } from './columns.ts';
import { countRow, noManufacturerStats } from './manufacturer-stats.ts';
import { createRowReader, type RowReaderOptions, vendorOf } from './row.ts';

const columns = nameColumns(['Serial', 'Maker', 'Model']);
const mapping = { modelNumber: 'Serial', manufacturer: 'Maker', deviceModel: 'Model' };
const read = (cells: string[], more: Partial<RowReaderOptions> = {}) =>
  createRowReader({ columns, mapping, ...more })(cells);

describe('createRowReader', () => {
  it("looks up rows of the run's vendors", () => {
    expect(read([' 7xk2p93 ', 'Dell Inc.', 'Latitude 5440'])).toEqual({
      action: 'look-up',
      identifier: '7XK2P93',
      manufacturer: 'Dell',
      evidence: 'given',
      manufacturerReason: "The file says 'Dell Inc.'.",
      conflict: null,
      counted: 'normalized',
      skipReason: null,
      reason: null,
      repair: null,
    });
  });

  it('uses the correction of a row instead of its cells', () => {
    const readRow = createRowReader({ columns, mapping });
    expect(readRow(['1.25E+10', 'Dell', ''], { identifier: ' 7xk2p93 ' })).toMatchObject({
      ...{ action: 'look-up', identifier: '7XK2P93', manufacturer: 'Dell', repair: null },
    });
    expect(readRow(['', '', ''], { identifier: 'None' })).toMatchObject({
      ...{ action: 'skipped', skipReason: 'placeholder' },
    });
    expect(readRow(['7XK2P93', 'Lenovo', ''], { manufacturer: 'Dell' })).toMatchObject({
      ...{ action: 'look-up', identifier: '7XK2P93', manufacturer: 'Dell', conflict: null },
    });
  });

  it.each([
    [['', 'Dell', ''], 'no-identifier', 'This row has no service tag or serial number.'],
    [
      ['None', 'Dell', ''],
      'placeholder',
      "'None' is a placeholder, not a serial number. Use the number printed on the device label.",
    ],
    [
      ['PF3A1B2C', '', ''],
      'no-manufacturer',
      "Could not detect the manufacturer of 'PF3A1B2C'. Choose a manufacturer and try again.",
    ],
    [
      ['Latitude 5440', 'Dell', ''],
      'model-name',
      "Dell needs a service tag or serial number to look up a warranty. 'Latitude 5440' is a model name.",
    ],
    [
      ['siehe Etikett', 'Lenovo', ''],
      'not-a-serial',
      "'siehe Etikett' is not a serial number. Use the service tag or serial number on the device label.",
    ],
    [
      ['1.25E+10', 'Dell', ''],
      'damaged',
      'Excel shortened this number to 1.25E+10, and its last digits are lost. Format the column as text and export it again.',
    ],
  ])('skips %j', (cells, skipReason, reason) => {
    expect(read(cells)).toMatchObject({
      action: 'skipped',
      counted: 'skipped',
      skipReason: skipReason,
      reason,
    });
  });

  it.each([
    ['Lenovo', ''],
    ['', 'ThinkPad T14'],
  ])('looks up a serial number of letters only of the manufacturer %j and the model %j', (given, model) => {
    expect(read(['PFYVQQNY', given, model], { vendors: ['Lenovo'] })).toMatchObject({
      ...{ action: 'look-up', identifier: 'PFYVQQNY', manufacturer: 'Lenovo' },
    });
  });

  it('does not process other manufacturers, whether known from the serial number or the model', () => {
    expect(read(['5CG2140XYZ', 'HP', ''])).toMatchObject({
      action: 'not-processed',
      manufacturer: 'HP',
      skipReason: null,
      reason: 'Not looked up: HP was off in this run.',
    });
    expect(read(['NXABC12345', 'Acer', ''])).toMatchObject({
      action: 'not-processed',
      reason: 'Not looked up: there is no lookup for Acer devices.',
    });
    expect(read(['EliteBook 840 G8', '', ''])).toMatchObject({
      action: 'not-processed',
      manufacturer: 'HP',
      counted: 'guessed',
      skipReason: 'model-name',
      reason:
        "HP needs a service tag or serial number to look up a warranty. 'EliteBook 840 G8' is a model name.",
    });
    expect(read(['5CG2140XYZ', 'HP', ''], { vendors: ['Dell', 'HP'] })).toMatchObject({
      action: 'look-up',
      manufacturer: 'HP',
    });
  });

  it.each([
    [['5CG2140XYZ', 'HP', ''], 'HP'],
    [['7XK2P93', 'Dell', ''], 'Dell'],
    [['NXABC12345', 'Acer', ''], null],
    [['EliteBook 840 G8', '', ''], null],
    [['', 'Dell', ''], null],
  ])('of %j can be looked up by %s, whether this run does or not', (cells, vendor) =>
    expect(vendorOf(read(cells))).toBe(vendor),
  );

  it('formats identifiers as their manufacturer expects', () => {
    expect(read(['Q2SM0001AAAA', 'Meraki', ''], { vendors: ['Meraki'] }).identifier).toBe('Q2SM-0001-AAAA');
  });

  it('uses a repaired identifier and reports the repair', () => {
    const damage = [{ width: 7, isRounded: false }];
    expect(read(['123456', 'Dell', ''], { damage })).toMatchObject({
      identifier: '0123456',
      repair: { kind: 'zeros', certain: true },
    });
    expect(read(['Mar-23', 'Dell', ''])).toMatchObject({
      action: 'look-up',
      repair: { kind: 'date', certain: false },
    });
  });

  it('finds conflicts with the model and with the format of the serial number', () => {
    expect(read(['7XK2P93', 'Dell', 'ThinkPad T14'])).toMatchObject({
      manufacturer: 'Dell',
      conflict: 'Lenovo',
    });
    expect(read(['FOC1728X1AB', 'HP', ''])).toMatchObject({ manufacturer: 'HP', conflict: 'Cisco' });
    expect(read(['7XK2P93', 'HP', ''])).toMatchObject({ conflict: null });
  });

  it('does not quote a whole long cell in a message', () => {
    expect(read(['x y'.repeat(5000), 'Dell', '']).reason?.length).toBeLessThan(250);
  });

  it('treats rows without a mapping as rows without an identifier', () => {
    expect(read(['7XK2P93', 'Dell', ''], { mapping: {} })).toMatchObject({ skipReason: 'no-identifier' });
  });
});

const anyOf = (...texts: string[]) => fc.constantFrom(...texts);
const identifier = fc.oneof(
  fc.stringMatching(/^[0-9A-Z]{5,12}$/),
  anyOf(
    '7XK2P93',
    'FOC1728X1AB',
    'Q2SM-0001-AAAA',
    'Latitude 5440',
    'N/A',
    '12542331601',
    'PF3A1B2C',
    'X1 Carbon',
    '',
  ),
);
const manufacturer = anyOf(
  '',
  'Dell',
  'dell',
  'HP',
  'Hewlett-Packard',
  'HPE',
  'Acer',
  'Cisco',
  'Meraki',
  'Unknown',
  'Lenovo',
);
const model = anyOf(
  '',
  ' ',
  'Latitude 5440',
  'ThinkPad T14',
  'WS-C2960X',
  'Catalyst 9130',
  'MR46',
  'Foo',
  'HP ProLiant DL380',
);

describe('a row', () => {
  it('has the manufacturer that detect-manufacturer.ts finds, cached or not', () => {
    const readRow = createRowReader({ columns, mapping });
    const property = fc.property(identifier, manufacturer, model, (serial, given, name) => {
      const row = readRow([serial, given, name]);
      fc.pre(row.repair === null && row.action !== 'skipped');
      const chosen = normalizeManufacturer(given)?.name ?? detectManufacturer({ model: name }).manufacturer;
      const found = readIdentifier(serial, chosen === null ? {} : { manufacturer: chosen });
      const evidence = found.kind === 'model' && name.trim() === '' ? { model: serial } : { model: name };
      const clues = { given, ...evidence, identifier: found.kind === 'model' ? '' : serial };
      expect(row.manufacturer).toBe(detectManufacturer(clues).manufacturer);
      expect(row.evidence).toBe(detectManufacturer(clues).evidence);
      expect(row.conflict).toBe(findConflictingManufacturer(clues));
    });
    fc.assert(property, { numRuns: 1500 });
  });

  it('is in exactly one count of the statistics, and the actions add up', () => {
    const property = fc.property(
      fc.array(fc.tuple(identifier, manufacturer, model), { maxLength: 20 }),
      (rows) => {
        const readings = rows.map((cells) => read(cells));
        const stats = { ...noManufacturerStats };
        for (const reading of readings) countRow(stats, reading);
        const { provided, normalized, guessed, skipped, conflicts, nonDellFiltered } = stats;
        const fates = Object.groupBy(readings, ({ action }) => action);
        expect(provided + normalized + guessed + skipped).toBe(rows.length);
        expect(skipped).toBe(fates.skipped?.length ?? 0);
        expect(nonDellFiltered).toBe(fates['not-processed']?.length ?? 0);
        expect(conflicts).toBeLessThanOrEqual(provided + normalized);
      },
    );
    fc.assert(property);
  });
});
