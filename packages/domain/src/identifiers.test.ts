import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  expressServiceCode,
  type Identifier,
  isPlaceholder,
  readIdentifier,
  tagOfExpressCode,
} from './identifiers.ts';

const serial = (value: string): Identifier => ({ kind: 'serial', value });

describe('a serial number or service tag', () => {
  it.each([
    ['7XK2P93', '7XK2P93'],
    ['  7xk2p93\t', '7XK2P93'],
    ['7XK2 P93', '7XK2P93'],
    ['\uFEFF7XK2P93', '7XK2P93'],
    ['7XK\u200B2P93\u2060', '7XK2P93'],
    ['\u00A07XK2P93', '7XK2P93'],
    ["'7XK2P93", '7XK2P93'],
    ['="7XK2P93"', '7XK2P93'],
    ['="\'7XK2P93"', '7XK2P93'],
    ['"7XK2P93"', '7XK2P93'],
    ['7XK2P93_old', '7XK2P93'],
    ['7XK2P93 (OptiPlex 7090)', '7XK2P93'],
    ['5TQ8R14 (Latitude 5440)', '5TQ8R14'],
    ['Service Tag: 7XK2P93', '7XK2P93'],
    ['S/N: 7XK2P93', '7XK2P93'],
    ['7XK2P93.', '7XK2P93'],
    ['７XK2P93', '7XK2P93'],
    ['BCDFGHJ', 'BCDFGHJ'],
    ['smpabcd', 'SMPABCD'],
    ['1234567', '1234567'],
    ['AB1C2', 'AB1C2'],
    ['C9123X1', 'C9123X1'],
    ['5CG4120SIM', '5CG4120SIM'],
    ['CND 1234 5XY', 'CND12345XY'],
    ['PF3ABC12', 'PF3ABC12'],
    ['FCW2135L0AB', 'FCW2135L0AB'],
    ['FOC 2135 L0AB', 'FOC2135L0AB'],
    ['Q2AB-ENVY-12MX', 'Q2AB-ENVY-12MX'],
    ['Q2AB\u2013CDEF\u20131234', 'Q2AB-CDEF-1234'],
    ['012345678912', '012345678912'],
    ['AB/12.34-C', 'AB/12.34-C'],
    [`A1${'B'.repeat(38)}`, `A1${'B'.repeat(38)}`],
  ])('is read from %j as %s', (input, value) => expect(readIdentifier(input)).toEqual(serial(value)));

  it.each(['', '   ', '\uFEFF', "'", '=""', '\u200B'])('is empty for %j', (input) => {
    expect(readIdentifier(input)).toEqual({ kind: 'empty' });
  });
});

describe('a model name', () => {
  it.each([
    ...['Latitude 5440', 'latitude', 'LATITUDE5440', 'Latitude-5440', 'OptiPlex 7090', 'Dell OptiPlex 7090'],
    ...['XPS', 'XPS 13', 'HP 250 G8', 'HP', 'ThinkPad T14 Gen 3', 'Inspiron', 'Vostro', 'Precision 5560'],
    ...['MacBook', 'MacBook Pro', 'Mac14,7', 'Surface Pro 9', 'Toshiba', 'FUJITSU', 'Samsung Galaxy'],
    ...['WS-C2960X-48TS-L', 'C9130AXI-E', 'MR44', 'MS120-8LP', '7XK2P93 OptiPlex 7090', 'H P-1234'],
  ])('is recognized in %j', (input) => expect(readIdentifier(input)).toEqual({ kind: 'model', text: input }));

  it('keeps the input for the message, except for spreadsheet damage', () => {
    expect(readIdentifier(' ="Latitude 5440" ')).toEqual({ kind: 'model', text: 'Latitude 5440' });
    expect(readIdentifier('Latitude 5440 (7XK2P93)')).toEqual({
      kind: 'model',
      text: 'Latitude 5440 (7XK2P93)',
    });
  });

  it('is not assumed for a 5-character tag if the user chose Dell', () => {
    expect(readIdentifier('C9300').kind).toBe('model');
    expect(readIdentifier('C9300', { manufacturer: 'Dell' })).toEqual(serial('C9300'));
  });
});

describe('other text', () => {
  const phrases = ['siehe Etikett', 'T14 Gen 3', 'Nokia 3310', '7XK2P93 spare', '7XK2P93 old', 'A1 B2'];
  const words = ['Precision', 'desktop', 'Printer', 'BANANA', 'Notebook', 'unbekannt', 'Größe1', 'a,b1234'];
  const manufacturers = [undefined, 'Dell', 'Lenovo', 'HP', 'Cisco', 'Apple'];

  it.each([...phrases, ...words, `A1${'B'.repeat(39)}`])(
    'is no serial number, of any manufacturer: %j',
    (input) => {
      for (const manufacturer of manufacturers)
        expect(readIdentifier(input, manufacturer ? { manufacturer } : {}), manufacturer).toEqual({
          kind: 'other',
          text: input,
        });
    },
  );
});

describe('a serial number of letters only', () => {
  it.each([
    ['PFYVQQNY', 'Lenovo'],
    ['PFYVQQNY', undefined],
    ['pfyvqqny', undefined],
    // A word that starts like Lenovo's serial numbers.
    ['SPECTRUM', 'Lenovo'],
    ['QXTREWQZ', 'Lenovo'],
    ['FVFXKQJWGH', 'Apple'],
    ['QXYZ-ABCD-EFGH', undefined],
    ['QXYZABCDEFGH', 'Meraki'],
    ['BCDFGHJKL', 'Fujitsu'],
  ])('is read from %j of %s', (input, manufacturer) => {
    expect(readIdentifier(input, manufacturer ? { manufacturer } : {})).toEqual(serial(input.toUpperCase()));
  });

  it.each([
    ['SPECTRUM', undefined],
    ['QXTREWQZ', undefined],
    // Lenovo prints neither I nor O, and a word cannot be told from another manufacturer's serial number.
    ['NOTEBOOK', 'Lenovo'],
    ['BCDFGH', 'HP'],
    ['BCDFGHJKLMNPQRS', 'HP'],
  ])('is not read from %j of %s', (input, manufacturer) => {
    expect(readIdentifier(input, manufacturer ? { manufacturer } : {}).kind).toBe('other');
  });
});

const placeholders = [
  ...[
    'To Be Filled By O.E.M.',
    'System Serial Number',
    'Default string',
    'Not Specified',
    'None',
    'N/A',
    'INVALID',
    '0',
  ],
  ...[
    '0000000',
    '0000-0000',
    'XXXXXXX',
    'xxxx-xxxx',
    '123456789',
    '0123456789',
    '1234567890',
    'Unknown',
    'DEFAULT',
  ],
  ...['VMware-56 4d 3a 2b 1c 0d', 'VirtualBox-4f3a2b1c', 'VMware', '4C4C4544-0035-5210-8044-B7C04F503733'],
  ...[
    '{4c4c4544-0035-5210-8044-b7c04f503733}',
    '4C4C4544003552108044B7C04F503733',
    '---',
    '...',
    '1.25E+10',
    '1.25E10',
  ],
];

describe('a placeholder', () => {
  it.each([...placeholders, 'A1', '123', 'SN_7XK2P93', '0000000 (spare)', 'Default_string'])(
    'is rejected: %j',
    (input) => {
      expect(readIdentifier(input)).toEqual({ kind: 'placeholder', text: input });
    },
  );

  it('is rejected in any case, spacing and spreadsheet wrapping, for any manufacturer', () => {
    const dressed = fc
      .tuple(
        fc.constantFrom(...placeholders),
        fc.func(fc.boolean()),
        fc.constantFrom(
          (text: string) => text,
          (text: string) => ` ${text}\u200B `,
          (text: string) => `'${text}`,
          (text: string) => `="${text}"`,
          (text: string) => `\uFEFF${text} (spare)`,
        ),
      )
      .map(([text, upper, wrap]) =>
        wrap(
          [...text]
            .map((letter, place) => (upper(place) ? letter.toUpperCase() : letter.toLowerCase()))
            .join(''),
        ),
      );
    const manufacturer = fc.constantFrom({}, { manufacturer: 'Dell' }, { manufacturer: 'HP' });
    fc.assert(
      fc.property(dressed, manufacturer, (text, options) => {
        expect(readIdentifier(text, options).kind).toBe('placeholder');
      }),
      { numRuns: 2000 },
    );
  });

  it.each(['7XK2P93', 'X1', '1000', 'NONE123', 'Latitude'])('is not assumed for %j', (text) => {
    expect(isPlaceholder(text)).toBe(false);
  });
});

describe('an express service code', () => {
  const check: Identifier = { kind: 'express-code', value: '5RFDP01', code: '12542331601' };

  it.each(['12542331601', '125-423-316-01', '125 423 316 01', "'12542331601", '12542331601_x'])(
    'is read from %j',
    (input) => {
      expect(readIdentifier(input)).toEqual(check);
      expect(readIdentifier(input, { manufacturer: 'Dell' })).toEqual(check);
    },
  );

  it('is not read for another manufacturer', () => {
    expect(readIdentifier('12542331601', { manufacturer: 'HP' })).toEqual(serial('12542331601'));
    expect(readIdentifier('125 423 316 01', { manufacturer: 'HP' })).toEqual(serial('12542331601'));
  });

  it.each([
    ['10 digits, padded', '2000000000', {}, { kind: 'express-code', value: '0X2QXVK', code: '2000000000' }],
    ['8 digits of no manufacturer', '60466175', {}, serial('60466175')],
    [
      '8 digits of Dell',
      '16796161',
      { manufacturer: 'Dell' },
      { kind: 'express-code', value: 'A0001', code: '16796161' },
    ],
    [
      'the code of five letters, which are no serial',
      '60466175',
      { manufacturer: 'Dell' },
      serial('60466175'),
    ],
    ['8 digits in groups', '167-961-61', {}, { kind: 'express-code', value: 'A0001', code: '16796161' }],
    ['7 bare digits are a tag', '1679616', { manufacturer: 'Dell' }, serial('1679616')],
    ['a stray character', '167-961-61)', {}, { kind: 'express-code', value: 'A0001', code: '16796161' }],
    ['7 digits in groups', '167-961-6', {}, { kind: 'express-code', value: '10000', code: '1679616' }],
    ['too small for a tag', '123 456', {}, serial('123456')],
    ['11 digits above every tag', '78364164096', {}, serial('78364164096')],
    ['a leading zero', '02542331601', {}, serial('02542331601')],
    ['dashes elsewhere', '12542-331601', {}, serial('12542-331601')],
    ['12 digits', '125423316011', {}, serial('125423316011')],
    ['9 bare digits', '987654321', {}, serial('987654321')],
  ] as const)('%s', (_, input, options, expected) => {
    const read = readIdentifier(input, options);
    expect(read.kind === 'express-code' ? { ...read, value: tagOfExpressCode(read.code) } : read).toEqual(
      read,
    );
    expect(read).toEqual(expected);
  });

  it('stays a number if its tag would be a placeholder or a word', () => {
    const code = expressServiceCode('INVALID');
    expect(readIdentifier(String(code))).toEqual(serial(String(code)));
  });

  const characters = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const tagOf = (length: number) =>
    fc.string({ unit: fc.constantFrom(...characters), minLength: length, maxLength: length });

  it('converts back to the same tag for every plausible tag', () => {
    const plausible = fc.oneof(
      tagOf(7).filter((tag) => !tag.startsWith('00')),
      tagOf(5).filter((tag) => !tag.startsWith('0')),
    );
    fc.assert(
      fc.property(plausible, (tag) => {
        expect(tagOfExpressCode(expressServiceCode(tag) ?? '')).toBe(tag);
      }),
      { numRuns: 5000 },
    );
    expect(expressServiceCode('5rfdp01')).toBe('12542331601');
    expect(
      ['ZZZZZZZ', '0100000', '10000', 'ZZZZZ'].map((tag) => tagOfExpressCode(expressServiceCode(tag) ?? '')),
    ).toEqual([...['ZZZZZZZ', '0100000', '10000', 'ZZZZZ']]);
  });

  it.each(['', '0000001', '01234', '12345678', 'ABC', 'ABC-123', 'ÄBCDEFG'])(
    'does not exist for %j',
    (tag) => {
      expect(expressServiceCode(tag)).toBeNull();
    },
  );

  it.each(['', '0', '12', '1679615', '78364164096', '012542331601', '1e9', '12.5', '-1'])(
    'is not read from %j',
    (code) => {
      expect(tagOfExpressCode(code)).toBeNull();
    },
  );
});

describe('normalization', () => {
  const pieces = fc.constantFrom(
    ...[
      '7XK2P93',
      '5cg',
      'Q2AB-CDEF-1234',
      '12542331601',
      '125-',
      '423',
      ' ',
      ' ',
      "'",
      '="',
      '"',
      '_',
      '(',
      ')',
      '-',
      '.',
      '/',
    ],
    ...[
      'HP',
      'XPS',
      'Latitude',
      'old',
      '0',
      'X',
      '\uFEFF',
      '\u200B',
      'é',
      'sn:',
      'C9300',
      'MR44',
      'E+',
      'ﬁ',
      'ß',
    ],
  );
  const typed = fc.oneof(
    fc.string(),
    fc.array(pieces, { maxLength: 7 }).map((parts) => parts.join('')),
  );
  const options = fc.constantFrom({}, { manufacturer: 'Dell' }, { manufacturer: 'HP' });

  it('is idempotent', () => {
    fc.assert(
      fc.property(typed, options, (input, choice) => {
        const read = readIdentifier(input, choice);
        if ('value' in read) expect(readIdentifier(read.value, choice)).toEqual(serial(read.value));
        if ('text' in read) expect(readIdentifier(read.text, choice)).toEqual(read);
      }),
      { numRuns: 10_000 },
    );
  });

  it('only returns serials in the documented format', () => {
    fc.assert(
      fc.property(typed, options, (input, choice) => {
        const read = readIdentifier(input, choice);
        if (!('value' in read)) return;
        expect(read.value).toMatch(
          /^(?=.*\d)[0-9A-Z./-]{4,40}$|^[A-Z]{7,14}$|^[0-9A-Z]{10}#[0-9A-Z#]{5,12}$/,
        );
        expect(isPlaceholder(read.value)).toBe(false);
      }),
      { numRuns: 5000 },
    );
  });
});
