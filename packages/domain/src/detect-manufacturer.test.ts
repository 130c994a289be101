import { vendors } from '@warranty/contracts/vendors';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  detectManufacturer,
  findConflictingManufacturer,
  normalizeManufacturer,
} from './detect-manufacturer.ts';
import { manufacturers } from './manufacturer-data.ts';

const names = vendors.map(({ name }) => name);

describe('normalizeManufacturer', () => {
  it.each(names)('recognizes %s as an exact name', (name) => {
    expect(normalizeManufacturer(name)).toEqual({ name, exact: true, known: true });
    expect(normalizeManufacturer(` ${name}\u200B `)).toEqual({ name, exact: true, known: true });
  });

  it.each([
    ...[
      ['dell', 'Dell'],
      ['DELL', 'Dell'],
      ['Dell Inc.', 'Dell'],
      ['Dell EMC', 'Dell'],
      ['EMC Corp.', 'Dell'],
      ['Alienware', 'Dell'],
    ],
    ...[
      ['LENOVO', 'Lenovo'],
      ['IBM', 'Lenovo'],
      ['Hewlett-Packard', 'HP'],
      ['Hewlett Packard Company', 'HP'],
      ['HP Inc.', 'HP'],
    ],
    ...[
      ['hp', 'HP'],
      ['Compaq', 'HP'],
      ['Apple Inc.', 'Apple'],
      ['Cisco Systems, Inc.', 'Cisco'],
      ['Cisco Meraki', 'Meraki'],
    ],
    ...[
      ['CISCO-MERAKI', 'Meraki'],
      ['Meraki LLC', 'Meraki'],
      ['Dell Technologies GmbH', 'Dell'],
    ],
  ])('normalizes %s to %s', (text, name) => {
    expect(normalizeManufacturer(text)).toEqual({ name, exact: false, known: true });
  });

  it.each([
    ...[
      'Sharp',
      'Semcon',
      'HPE',
      'Hewlett Packard Enterprise',
      'HP Enterprise',
      'Aruba',
      'Microsoft Corporation',
    ],
    ...['Pineapple', 'Sanfrancisco', 'Delloite', 'IBMX', 'hpx', 'Dellé', 'Toshiba'],
  ])('keeps the text of %s, an unsupported manufacturer', (text) => {
    expect(normalizeManufacturer(` ${text} `)).toEqual({ name: text, exact: true, known: false });
  });

  it.each([
    '',
    '  ',
    '-',
    'N/A',
    'Unknown',
    'To be filled by O.E.M.',
    'System manufacturer',
    'Default string',
    '0',
  ])('returns null for %j', (text) => expect(normalizeManufacturer(text)).toBeNull());

  it('is idempotent, and matches a name only as a whole word', () => {
    const alias = fc.constantFrom(...manufacturers.flatMap(({ aliases }) => aliases));
    const letters = fc.stringMatching(/^[a-z]{1,3}$/);
    fc.assert(
      fc.property(alias, letters, letters, (word, before, after) => {
        const name = normalizeManufacturer(word.toUpperCase())?.name ?? '';
        expect(normalizeManufacturer(name)).toMatchObject({ name, exact: true });
        const inside = `${before}${word.replaceAll(' ', '')}${after}`;
        expect(normalizeManufacturer(inside)).toEqual({ name: inside, exact: true, known: false });
      }),
    );
  });
});

describe('detectManufacturer from a model', () => {
  it.each([
    ['Dell Latitude 5440', 'Dell', 'named', "The model name contains 'Dell'."],
    ['HP 250 G8', 'HP', 'named', "The model name contains 'HP'."],
    ['Compaq 6200', 'HP', 'named', "'Compaq' in the model name means HP."],
    ['Cisco Meraki MR44', 'Meraki', 'named', "The model name contains 'Meraki'."],
    ['Cisco C9130AXI-E', 'Cisco', 'named', "The model name contains 'Cisco'."],
    ['Toshiba Satellite', 'Toshiba', 'named', "The model name contains 'Toshiba'."],
    ['Latitude 5440', 'Dell', 'family', "'Latitude' is a Dell product family."],
    ['LATITUDE5440', 'Dell', 'family', "'LATITUDE' is a Dell product family."],
    ['Latitude 5440 Microsoft Windows 11', 'Dell', 'family', "'Latitude' is a Dell product family."],
    ['Precision Tower 3620', 'Dell', 'family', "'Precision Tower 3620' is a Dell product family."],
    ['Precision T3600', 'Dell', 'family', "'Precision T3600' is a Dell product family."],
    ['ThinkPad T14 Gen 3', 'Lenovo', 'family', "'ThinkPad' is a Lenovo product family."],
    ['EliteBook 840 G8', 'HP', 'family', "'EliteBook' is an HP product family."],
    ['Z4 G4 Workstation', 'HP', 'family', "'Z4 G4' is an HP product family."],
    ['ProLiant DL380', 'HPE', 'family', "'ProLiant' is an HPE product family."],
    ['HP ProLiant DL380', 'HPE', 'family', "'ProLiant' is an HPE product family."],
    ['HP 2530-24G Switch', 'HPE', 'family', "'HP 2530-24G Switch' is an HPE product family."],
    ['MacBook Pro', 'Apple', 'family', "'MacBook' is an Apple product family."],
    ['Mac14,7', 'Apple', 'family', "'Mac14,7' is an Apple product family."],
    ['WS-C2960X-48TS-L', 'Cisco', 'family', "'WS-C' is a Cisco product family."],
    ['Nexus 9000', 'Cisco', 'family', "'Nexus 9000' is a Cisco product family."],
    ['MR44', 'Meraki', 'family', "'MR44' is a Meraki product family."],
    ['MX68CW', 'Meraki', 'family', "'MX68CW' is a Meraki product family."],
    ['Surface Pro 9', 'Microsoft', 'family', "'Surface Pro' is a Microsoft product family."],
  ])('%s', (model, manufacturer, evidence, sentence) => {
    const known = names.includes(manufacturer);
    expect(detectManufacturer({ model })).toEqual({ manufacturer, known, evidence, sentence });
  });

  it.each([
    ...[
      'Sharpening 1',
      'Semcon 200',
      'High precision scale',
      'Surface plate',
      'MX480',
      'MX80',
      'Z4',
      'Pro',
      'Elite',
      'Nexus 7',
    ],
    ...['', 'Pineapple', 'U2720Q', '21HMCTO1WW'],
  ])('detects nothing in %j', (model) => {
    expect(detectManufacturer({ model })).toEqual({
      ...{ manufacturer: null, known: false, evidence: null },
      ...{ sentence: 'The manufacturer could not be detected.' },
    });
  });
});

describe('detectManufacturer from a serial', () => {
  it.each([
    ['Q2AB-CDEF-1234', 'Meraki', 'serial', "The serial number has Meraki's format."],
    ['q2ab-cdef-1234', 'Meraki', 'serial', "The serial number has Meraki's format."],
    ['FCW2153L0AB', 'Cisco', 'serial', "The serial number has Cisco's format."],
    ['7XK2P93', 'Dell', 'weak-serial', 'A 7-character tag is most likely a Dell service tag.'],
    [
      '12542331601',
      'Dell',
      'weak-serial',
      'A number with 11 digits is most likely a Dell express service code.',
    ],
  ])('%s', (identifier, manufacturer, evidence, sentence) => {
    expect(detectManufacturer({ identifier })).toMatchObject({ manufacturer, evidence, sentence });
  });

  it.each([
    'FCW2154L0AB',
    'FCW2100L0AB',
    'Q2ABCDEF1234',
    '5CG4120SIM',
    'PF3ABC12',
    'C02ABC12DEFG',
    'Latitude',
    'INVALID',
  ])('detects nothing in %s', (identifier) =>
    expect(detectManufacturer({ identifier }).manufacturer).toBeNull(),
  );
});

describe('detectManufacturer: order of evidence', () => {
  it.each([
    [
      'given before all',
      { given: 'dell', model: 'Lenovo ThinkPad', identifier: 'FCW2153L0AB' },
      'Dell',
      'given',
      'Lenovo',
    ],
    ['named before family', { model: 'Lenovo Latitude', identifier: '7XK2P93' }, 'Lenovo', 'named', null],
    ['family before serial', { model: 'Latitude 5440', identifier: 'FCW2153L0AB' }, 'Dell', 'family', null],
    ['strong serial before nothing', { model: 'Foo', identifier: 'FCW2153L0AB' }, 'Cisco', 'serial', null],
    ['weak serial last', { model: 'ThinkPad', identifier: '7XK2P93' }, 'Lenovo', 'family', null],
    [
      'a Cisco family with a Meraki serial',
      { model: 'Catalyst 9300', identifier: 'Q2AB-CDEF-1234' },
      'Meraki',
      'serial',
      null,
    ],
    [
      'Juniper or Meraki: the serial tells',
      { model: 'MX84', identifier: 'Q2AB-CDEF-1234' },
      'Meraki',
      'serial',
      null,
    ],
    ['a placeholder is not given', { given: 'N/A', model: 'Latitude' }, 'Dell', 'family', null],
  ] as const)('%s', (_, from, manufacturer, evidence, conflict) => {
    expect(detectManufacturer(from)).toMatchObject({ manufacturer, evidence });
    expect(findConflictingManufacturer(from)).toBe(conflict);
  });

  it.each([
    ['agreeing family', { given: 'Dell', model: 'Latitude' }, null],
    ['other family', { given: 'Dell', model: 'EliteBook' }, 'HP'],
    ['other strong serial', { given: 'Dell', identifier: 'Q2AB-CDEF-1234' }, 'Meraki'],
    [
      'agreeing family, other strong serial',
      { given: 'Dell', model: 'Latitude', identifier: 'FCW2153L0AB' },
      'Cisco',
    ],
    ['Cisco given, Meraki serial', { given: 'Cisco', identifier: 'Q2AB-CDEF-1234' }, 'Meraki'],
    ['a weak serial does not conflict', { given: 'HP', identifier: '7XK2P93' }, null],
    ['HP given, HPE family', { given: 'HP', model: 'ProLiant' }, 'HPE'],
    [
      'the same manufacturer in another spelling',
      { given: 'Hewlett Packard Enterprise', model: 'ProLiant' },
      null,
    ],
    ['the full name of Microsoft', { given: 'Microsoft Corporation', model: 'Surface Pro 9' }, null],
    ['an unsupported manufacturer', { given: 'Sharp', model: 'Latitude' }, 'Dell'],
  ])('conflict: %s', (_, from, conflict) => {
    const detected = detectManufacturer(from);
    expect(findConflictingManufacturer(from)).toBe(conflict);
    expect(detected.evidence).toBe('given');
    expect(detected.sentence).toBe(`You chose ${detected.manufacturer}.`);
  });

  it('always returns one plain sentence, and marks only supported vendors as known', () => {
    const text = fc.oneof(
      fc.string(),
      fc.constantFrom('Dell', 'HPE', 'Latitude', 'MR44', '7XK2P93', 'Q2AB-CDEF-1234'),
    );
    fc.assert(
      fc.property(text, text, text, (given, model, identifier) => {
        const detected = detectManufacturer({ given, model, identifier });
        expect(detected.sentence.endsWith('.')).toBe(true);
        expect(detected.known).toBe(names.includes(detected.manufacturer ?? ''));
        expect(detected.evidence === null).toBe(detected.manufacturer === null);
        const conflict = findConflictingManufacturer({ given, model, identifier });
        if (conflict !== null) expect(conflict).not.toBe(detected.manufacturer);
      }),
      { numRuns: 3000 },
    );
  });
});
