import { resolveCoverage } from '@warranty/domain/entitlements';
import { describe, expect, it } from 'vitest';
import { nextLink } from './links.ts';
import {
  type Device,
  readDeviceLicenses,
  readDevices,
  readOrganization,
  readOverview,
  toAnswer,
} from './reply.ts';

const serial = 'Q2TS-0001-AAAA';
const row = {
  serial,
  model: 'MR46',
  mac: '02:00:00:00:00:01',
  name: 'invented-ap-1',
  networkId: 'N_1000',
  orderNumber: 'TST4C000001',
  claimedAt: '2024-05-01T10:00:00.000000Z',
  licenseExpirationDate: '2027-05-01T00:00:00Z',
  productType: 'wireless',
  countryCode: 'US',
  tags: [],
  details: [],
  eox: { status: null, endOfSaleAt: null, endOfSupportAt: null },
};
const without = (name: string) => Object.fromEntries(Object.entries(row).filter(([key]) => key !== name));
const deviceOf = (candidate: unknown) => readDevices([candidate]).devices.get(serial);

describe('readDevices', () => {
  it.each([
    ['all fields', row],
    [
      'nulls',
      { ...row, name: null, networkId: null, claimedAt: null, licenseExpirationDate: null, eox: null },
    ],
    ['no end of support', without('eox')],
    ['a serial in lower case', { ...row, serial: serial.toLowerCase() }],
    ['the bare minimum', { serial, licenseExpirationDate: null }],
    ['a date without a time', { ...row, licenseExpirationDate: '2027-05-01' }],
    ['a timestamp with an offset', { ...row, licenseExpirationDate: '2027-05-01T00:00:00+02:00' }],
  ])('reads a row with %s', (_, candidate) => {
    expect(deviceOf(candidate)).toMatchObject({ serial: candidate.serial });
  });

  it.each([
    [
      'a license end under another name',
      { ...without('licenseExpirationDate'), licenseEnd: '2027-05-01T00:00:00Z' },
    ],
    ['a license end in another format', { ...row, licenseExpirationDate: 'May 1, 2027 UTC' }],
    ['a license end that is a number', { ...row, licenseExpirationDate: 1_809_129_600 }],
    ['a license end on a nonexistent day', { ...row, licenseExpirationDate: '2027-02-30T00:00:00Z' }],
    ['a blank license end', { ...row, licenseExpirationDate: '' }],
    [
      'an end of support under another name',
      { ...row, eox: { status: 'endOfSale', supportEnd: '2031-07-21' } },
    ],
    ['an end of support in another format', { ...row, eox: { endOfSupportAt: '07/21/2031' } }],
    ['a claim date in another format', { ...row, claimedAt: 'yesterday' }],
    ['a model that is not a string', { ...row, model: ['MR46'] }],
  ])('marks %s as unreadable without affecting the other devices', (_, odd) => {
    const { devices, hasNameless } = readDevices([odd, { ...row, serial: 'Q2TS-0002-AAAA' }]);
    expect(devices.get(serial)).toBeNull();
    expect(devices.get('Q2TS-0002-AAAA')).toMatchObject({ model: 'MR46' });
    expect(hasNameless).toBe(false);
  });

  it('uses the first row of a serial', () => {
    const { devices } = readDevices([row, { ...row, model: 'MS120' }]);
    expect(devices.get(serial)).toMatchObject({ model: 'MR46' });
  });

  it.each([[{ ...without('serial'), serialNumber: serial }], [null], ['row'], [{ serial: 7 }]])(
    'detects %j, which has no serial',
    (nameless) => {
      expect(readDevices([nameless])).toEqual({ devices: new Map(), hasNameless: true });
    },
  );
});

describe('readOrganization', () => {
  it.each([
    [
      { id: '1000', name: 'Invented', api: { enabled: true }, licensing: { model: 'co-term' } },
      { id: '1000', apiEnabled: true, licensing: 'co-term' },
    ],
    [
      { id: '1001', api: { enabled: false }, licensing: { model: 'per-device' } },
      { id: '1001', apiEnabled: false, licensing: 'per-device' },
    ],
    [
      { id: 1002, licensing: { model: 'subscription' } },
      { id: '1002', apiEnabled: true, licensing: 'subscription' },
    ],
    [
      { id: '1003', licensing: { model: 'invented' } },
      { id: '1003', apiEnabled: true, licensing: null },
    ],
    [
      { id: '1004', api: null, licensing: null },
      { id: '1004', apiEnabled: true, licensing: null },
    ],
    [{ name: 'Invented' }, null],
    [{ id: '' }, null],
    [{ id: '1005', api: { enabled: 'yes' } }, null],
    ['1006', null],
  ])('reads %j', (candidate, expected) => {
    expect(readOrganization(candidate)).toEqual(expected);
  });
});

describe('readDeviceLicenses', () => {
  const license = {
    id: '1',
    licenseType: 'MR-ENT',
    deviceSerial: serial,
    state: 'active',
    claimDate: '2024-05-01T10:00:00Z',
    activationDate: '2024-05-02T10:00:00Z',
    expirationDate: '2027-05-02T10:00:00Z',
  };
  const read = { activatedAt: '2024-05-02T10:00:00Z', endsAt: '2027-05-02T10:00:00Z' };
  const { expirationDate, deviceSerial, ...rest } = license;
  it.each([
    ['none', [], []],
    ['one', [license], [read]],
    [
      'a renewal',
      [license, { ...license, expirationDate: '2029-05-02T10:00:00Z' }],
      [read, { ...read, endsAt: '2029-05-02T10:00:00Z' }],
    ],
    [
      'a queued license',
      [{ ...license, state: 'recentlyQueued', activationDate: null, expirationDate: null }],
      [{ activatedAt: null, endsAt: null }],
    ],
    [
      'only the licenses of this device',
      [{ ...license, deviceSerial: 'Q2TS-0002-AAAA' }, { ...license, deviceSerial: null }, license],
      [read],
    ],
    ['an end under another name', [{ ...rest, deviceSerial, end: expirationDate }], null],
    ['an end in another format', [{ ...license, expirationDate: 'May 2, 2027' }], null],
    ['a serial under another name', [{ ...rest, expirationDate, serial }], null],
    ['a row that is not a license', ['license'], null],
  ])('reads %s', (_, rows, expected) => {
    expect(readDeviceLicenses(rows, serial)).toEqual(expected);
  });
});

describe('readOverview', () => {
  it.each([
    ['Mar 13, 2027 UTC', '2027-03-13'],
    ['Feb 8, 2020 UTC', '2020-02-08'],
    ['December 31, 2028', '2028-12-31'],
    ['2027-03-13T00:00:00Z', '2027-03-13T00:00:00Z'],
    ['N/A', null],
  ])('reads %j', (expirationDate, endsAt) => {
    const counts = { MR: 8 };
    expect(readOverview({ status: 'OK', expirationDate, licensedDeviceCounts: counts })).toEqual({
      activatedAt: null,
      endsAt,
    });
  });

  it.each([
    [{ status: 'OK', expirationDate: 'Feb 30, 2027 UTC' }],
    [{ status: 'OK', expirationDate: 'Mrz 13, 2027 UTC' }],
    [{ status: 'OK', expirationDate: '13/03/2027' }],
    [{ status: 'OK', expirationDate: '' }],
    [{ status: 'OK', expirationDate: null }],
    [{ status: 'OK', expires: 'Mar 13, 2027 UTC' }],
    [{ states: { active: { count: 3 } } }],
    [undefined],
  ])('rejects %j instead of guessing', (body) => {
    expect(readOverview(body)).toBeNull();
  });
});

describe('toAnswer', () => {
  const device = deviceOf({ ...row, eox: { endOfSupportAt: '2031-07-21' } }) as Device;
  const endOfSupport = {
    type: 'End of support',
    startsAt: null,
    endsAt: '2031-07-21',
    notHardware: 'the end of support, not a license',
  };

  it('returns the license, the end of support and the device details', () => {
    expect(toAnswer(device, [{ activatedAt: null, endsAt: '2027-05-01T00:00:00Z' }])).toMatchObject({
      kind: 'found',
      device: {
        serviceTag: serial,
        productCode: 'TST4C000001',
        productLineDescription: 'wireless',
        productFamily: 'MR46',
        shipDate: null,
        productLobDescription: 'wireless',
        countryCode: 'US',
        systemDescription: 'invented-ap-1',
      },
      entitlements: [
        {
          type: 'License',
          startsAt: '2024-05-01T10:00:00.000000Z',
          endsAt: '2027-05-01T00:00:00Z',
          code: null,
          level: 'License',
        },
        endOfSupport,
      ],
    });
  });

  it('uses the activation date of a license as its start, if it is known', () => {
    const answer = toAnswer(device, [
      { activatedAt: '2024-06-01T00:00:00Z', endsAt: '2027-06-01T00:00:00Z' },
    ]);
    expect(answer).toMatchObject({ entitlements: [{ startsAt: '2024-06-01T00:00:00Z' }, endOfSupport] });
  });

  it('does not use the end of support as the end of an open-ended license', () => {
    const open = toAnswer(device, [{ activatedAt: null, endsAt: null }]);
    expect(open).toMatchObject({ entitlements: [{ type: 'License', endsAt: null }, endOfSupport] });
    for (const answer of [open, toAnswer(device, [])]) {
      const entitlements = answer.kind === 'found' ? answer.entitlements : [];
      expect(resolveCoverage(entitlements, 'license')).toMatchObject({ endsAt: null, usedAllRows: false });
    }
  });
});

describe('nextLink', () => {
  it.each([
    ['<https://a.test/x?startingAfter=1>; rel=next', 'https://a.test/x?startingAfter=1'],
    ['<https://a.test/x>; rel="next"', 'https://a.test/x'],
    [
      '<https://a.test/1>; rel=first, <https://a.test/2?s=a,b>; rel=next, <https://a.test/9>; rel=last',
      'https://a.test/2?s=a,b',
    ],
    ['<https://a.test/1>; rel=first, <https://a.test/0>; rel=prev', null],
    ['', null],
    [undefined, null],
  ])('reads %j', (header, expected) => {
    expect(nextLink(header)).toBe(expected);
  });
});
