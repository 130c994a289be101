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
  it.each(names)('%s is exact', (name) => {
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
  ])('%s is %s in another spelling', (text, name) => {
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
  ])('%s is outside ours and keeps its text', (text) => {
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
  ])('%j is none', (text) => expect(normalizeManufacturer(text)).toBeNull());

  it('changes a normalised name no more, and finds a name only as a whole word', () => {
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
    ['Dell Latitude 5440', 'Dell', 'named', 'The model names Dell.'],
    ['HP 250 G8', 'HP', 'named', 'The model names HP.'],
    ['Compaq 6200', 'HP', 'named', "'Compaq' in the model counts as HP."],
    ['Cisco Meraki MR44', 'Meraki', 'named', 'The model names Meraki.'],
    ['Cisco C9130AXI-E', 'Cisco', 'named', 'The model names Cisco.'],
    ['Toshiba Satellite', 'Toshiba', 'named', 'The model names Toshiba.'],
    ['Latitude 5440', 'Dell', 'family', "'Latitude' is a Dell family."],
    ['LATITUDE5440', 'Dell', 'family', "'LATITUDE' is a Dell family."],
    ['Latitude 5440 Microsoft Windows 11', 'Dell', 'family', "'Latitude' is a Dell family."],
    ['Precision Tower 3620', 'Dell', 'family', "'Precision Tower 3620' is a Dell family."],
    ['Precision T3600', 'Dell', 'family', "'Precision T3600' is a Dell family."],
    ['ThinkPad T14 Gen 3', 'Lenovo', 'family', "'ThinkPad' is a Lenovo family."],
    ['EliteBook 840 G8', 'HP', 'family', "'EliteBook' is an HP family."],
    ['Z4 G4 Workstation', 'HP', 'family', "'Z4 G4' is an HP family."],
    ['ProLiant DL380', 'HPE', 'family', "'ProLiant' is an HPE family."],
    ['HP ProLiant DL380', 'HPE', 'family', "'ProLiant' is an HPE family."],
    ['HP 2530-24G Switch', 'HPE', 'family', "'HP 2530-24G Switch' is an HPE family."],
    ['MacBook Pro', 'Apple', 'family', "'MacBook' is an Apple family."],
    ['Mac14,7', 'Apple', 'family', "'Mac14,7' is an Apple family."],
    ['WS-C2960X-48TS-L', 'Cisco', 'family', "'WS-C' is a Cisco family."],
    ['Nexus 9000', 'Cisco', 'family', "'Nexus 9000' is a Cisco family."],
    ['MR44', 'Meraki', 'family', "'MR44' is a Meraki family."],
    ['MX68CW', 'Meraki', 'family', "'MX68CW' is a Meraki family."],
    ['Surface Pro 9', 'Microsoft', 'family', "'Surface Pro' is a Microsoft family."],
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
  ])('%j says nothing', (model) => {
    expect(detectManufacturer({ model })).toEqual({
      ...{ manufacturer: null, known: false, evidence: null },
      ...{ sentence: 'Nothing tells who made it.' },
    });
  });
});

describe('detectManufacturer from a serial', () => {
  it.each([
    ['Q2AB-CDEF-1234', 'Meraki', 'serial', "The serial has Meraki's form."],
    ['q2ab-cdef-1234', 'Meraki', 'serial', "The serial has Meraki's form."],
    ['FCW2153L0AB', 'Cisco', 'serial', "The serial has Cisco's form."],
    ['7XK2P93', 'Dell', 'weak-serial', "A 7-character tag is most likely Dell's."],
    [
      '12542331601',
      'Dell',
      'weak-serial',
      'A number of 11 digits is most likely a Dell express service code.',
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
  ])('%s says nothing', (identifier) => expect(detectManufacturer({ identifier }).manufacturer).toBeNull());
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
    ['a weak serial is no conflict', { given: 'HP', identifier: '7XK2P93' }, null],
    ['HP given, HPE family', { given: 'HP', model: 'ProLiant' }, 'HPE'],
    ['the same maker in another spelling', { given: 'Hewlett Packard Enterprise', model: 'ProLiant' }, null],
    ['Microsoft in full', { given: 'Microsoft Corporation', model: 'Surface Pro 9' }, null],
    ['a maker outside ours', { given: 'Sharp', model: 'Latitude' }, 'Dell'],
  ])('conflict: %s', (_, from, conflict) => {
    const detected = detectManufacturer(from);
    expect(findConflictingManufacturer(from)).toBe(conflict);
    expect(detected.evidence).toBe('given');
    expect(detected.sentence).toBe(`You chose ${detected.manufacturer}.`);
  });

  it('always says one plain sentence and knows only ours', () => {
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
