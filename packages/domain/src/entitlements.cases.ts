/** Replies of Dell's asset-entitlements call, reduced to their lines, and the expected result at `now`. */
export const now = new Date('2026-08-14T12:00:00Z');

export interface DellLine {
  itemNumber?: string | null;
  startDate?: string | null;
  endDate?: string | null;
  entitlementType?: string | null;
  serviceLevelCode?: string | null;
  serviceLevelDescription?: string | null;
  serviceLevelGroup?: number | string | null;
}

export interface Case {
  name: string;
  /** Missing if Dell omits the field, as it does for unknown tags. */
  entitlements?: DellLine[] | null;
  start: string | null;
  end: string | null;
  status: 'active' | 'expiring' | 'expired' | 'unknown';
  level: string | null;
  /** One entry per line; null if the line counts. */
  leftOut: (string | null)[];
  usedAllRows?: true;
  reason?: string;
}

export const noEnd = 'It has no end date.';
export const digital = 'It is digital delivery.';
export const drive = 'It is hard drive retention.';
export const damage = 'It is accidental damage coverage.';
export const byCode = (code: string) => `It is marked as non-hardware by code ${code}.`;
export const nothing = 'The vendor lists no coverage with an end date.';

export const onsite: DellLine = {
  itemNumber: '901-00001',
  startDate: '2023-03-06T06:00:00Z',
  endDate: '2024-03-07T05:59:59.000001Z',
  entitlementType: 'INITIAL',
  serviceLevelCode: 'ND',
  serviceLevelDescription: 'Next business day onsite',
  serviceLevelGroup: 5,
};
export const proSupport: DellLine = {
  itemNumber: '901-00002',
  startDate: '2023-03-06T06:00:00Z',
  endDate: '2027-03-07T05:59:59.14Z',
  entitlementType: 'EXTENDED',
  serviceLevelCode: 'NU',
  serviceLevelDescription: 'ProSupport next business day',
  serviceLevelGroup: 5,
};
export const download: DellLine = {
  itemNumber: '901-00003',
  startDate: '2023-03-06T06:00:00Z',
  endDate: '2033-03-07T05:59:59Z',
  entitlementType: 'INITIAL',
  serviceLevelCode: 'D',
  serviceLevelDescription: 'Dell Digital Delivery',
  serviceLevelGroup: 11,
};
export const keepDrive: DellLine = {
  ...download,
  itemNumber: '901-00004',
  serviceLevelCode: 'KK',
  serviceLevelDescription: 'Keep Your Hard Drive',
};
export const completeCare: DellLine = {
  ...download,
  itemNumber: '901-00005',
  serviceLevelCode: 'CC',
  serviceLevelDescription: 'CompleteCare / Accidental Damage',
};

const found = {
  start: '2023-03-06',
  end: '2027-03-06',
  status: 'active',
  level: 'ProSupport next business day',
} as const;
const onlyOnsite = {
  start: '2023-03-06',
  end: '2024-03-06',
  status: 'expired',
  level: 'Next business day onsite',
} as const;
const none = { start: null, end: null, status: 'unknown', level: null, reason: nothing } as const;
const theOnly = 'End date of the only hardware entitlement.';

export const shapeCases: Case[] = [
  {
    name: 'base, extension and digital delivery, as in the reference',
    entitlements: [onsite, proSupport, download],
    ...found,
    leftOut: [null, null, digital],
    reason:
      'Latest end date of 2 hardware entitlements. 1 other line was excluded because it is digital delivery.',
  },
  {
    name: 'the same in another order',
    entitlements: [download, proSupport, onsite],
    ...found,
    leftOut: [digital, null, null],
  },
  { name: 'one line', entitlements: [onsite], ...onlyOnsite, leftOut: [null], reason: theOnly },
  { name: 'unknown tag: no lines', entitlements: [], ...none, leftOut: [] },
  { name: 'unknown tag: field missing', ...none, leftOut: [] },
  { name: 'unknown tag: field null', entitlements: null, ...none, leftOut: [] },
  {
    name: 'both dates null',
    entitlements: [{ ...onsite, startDate: null, endDate: null }],
    ...none,
    leftOut: [noEnd],
  },
  {
    name: 'every field null',
    entitlements: [{ startDate: null, endDate: null, entitlementType: null }],
    ...none,
    leftOut: [noEnd],
  },
  { name: 'every field missing', entitlements: [{}], ...none, leftOut: [noEnd] },
  {
    name: 'end null, start present',
    entitlements: [{ ...onsite, endDate: null }],
    ...none,
    leftOut: [noEnd],
  },
  { name: 'end empty', entitlements: [{ ...onsite, endDate: '' }], ...none, leftOut: [noEnd] },
  { name: 'end is not a date', entitlements: [{ ...onsite, endDate: 'N/A' }], ...none, leftOut: [noEnd] },
  {
    name: 'end is a nonexistent day',
    entitlements: [{ ...onsite, endDate: '2026-02-30T05:59:59Z' }],
    ...none,
    leftOut: [noEnd],
  },
  {
    name: 'end in year 1',
    entitlements: [{ ...onsite, endDate: '0001-01-01T00:00:00Z' }],
    ...none,
    leftOut: [noEnd],
  },
  {
    name: 'end in year 9999',
    entitlements: [{ ...onsite, endDate: '9999-12-31T23:59:59Z' }],
    ...none,
    leftOut: [noEnd],
  },
  {
    name: 'a line without dates and a valid one',
    entitlements: [{ ...proSupport, startDate: null, endDate: null }, onsite],
    ...onlyOnsite,
    leftOut: [noEnd, null],
    reason:
      'End date of the only hardware entitlement. 1 other line was excluded because it has no end date.',
  },
  {
    name: 'two lines without dates',
    entitlements: [onsite, { ...proSupport, endDate: null }, { ...proSupport, endDate: null }],
    ...onlyOnsite,
    leftOut: [null, noEnd, noEnd],
    reason:
      'End date of the only hardware entitlement. 2 other lines were excluded because they have no end date.',
  },
  {
    name: 'the start of a line without an end does not count',
    entitlements: [{ ...proSupport, startDate: '2019-01-01T06:00:00Z', endDate: null }, onsite],
    ...onlyOnsite,
    leftOut: [noEnd, null],
  },
  {
    name: 'start null',
    entitlements: [{ ...proSupport, startDate: null }],
    ...found,
    start: null,
    leftOut: [null],
  },
  {
    name: 'start is not a date',
    entitlements: [{ ...proSupport, startDate: 'soon' }],
    ...found,
    start: null,
    leftOut: [null],
  },
  {
    name: 'one start null, the other used',
    entitlements: [{ ...proSupport, startDate: null }, onsite],
    ...found,
    leftOut: [null, null],
  },
  {
    name: 'extension that starts when the base ends',
    entitlements: [onsite, { ...proSupport, startDate: '2024-03-07T06:00:00Z' }],
    ...found,
    leftOut: [null, null],
  },
  {
    name: 'earliest start from the last line',
    entitlements: [proSupport, { ...onsite, startDate: '2022-12-31T06:00:00Z' }],
    ...found,
    start: '2022-12-31',
    leftOut: [null, null],
  },
  {
    name: 'end before start still gives the end',
    entitlements: [{ ...proSupport, startDate: '2029-01-01T06:00:00Z' }],
    ...found,
    start: '2029-01-01',
    leftOut: [null],
    reason: theOnly,
  },
  {
    name: 'the same coverage as INITIAL and EXTENDED with the same dates',
    entitlements: [{ ...proSupport, entitlementType: 'INITIAL' }, proSupport],
    ...found,
    leftOut: [null, null],
    reason: 'End date of the only hardware entitlement, listed in 2 lines.',
  },
  {
    name: 'the same coverage twice, and another',
    entitlements: [onsite, { ...proSupport, entitlementType: 'INITIAL' }, proSupport],
    ...found,
    leftOut: [null, null, null],
    reason: 'Latest end date of 2 hardware entitlements, listed in 3 lines.',
  },
  {
    name: 'tie: the extended line names the level',
    entitlements: [{ ...onsite, endDate: '2027-03-07T05:59:59.14Z' }, proSupport],
    ...found,
    leftOut: [null, null],
  },
  {
    name: 'tie between two extended lines: the first',
    entitlements: [proSupport, { ...proSupport, serviceLevelDescription: 'Second' }],
    ...found,
    leftOut: [null, null],
  },
  {
    name: 'tie between two initial lines: the first',
    entitlements: [
      { ...proSupport, entitlementType: 'INITIAL' },
      { ...proSupport, entitlementType: 'INITIAL', serviceLevelDescription: 'Second' },
    ],
    ...found,
    leftOut: [null, null],
  },
  {
    name: 'tie: type in lower case',
    entitlements: [
      { ...onsite, endDate: '2027-03-07T05:59:59.14Z' },
      { ...proSupport, entitlementType: 'extended' },
    ],
    ...found,
    leftOut: [null, null],
  },
  {
    name: 'tie in the same millisecond, microseconds apart',
    entitlements: [{ ...onsite, endDate: '2027-03-07T05:59:59.140009Z' }, proSupport],
    ...found,
    leftOut: [null, null],
  },
  {
    name: 'no tie: 140 ms later wins over extended',
    entitlements: [
      { ...proSupport, endDate: '2027-03-07T05:59:59Z' },
      { ...onsite, endDate: '2027-03-07T05:59:59.14Z' },
    ],
    ...found,
    level: 'Next business day onsite',
    leftOut: [null, null],
  },
  {
    name: 'entitlement type EXPIRED is an ordinary line',
    entitlements: [{ ...onsite, entitlementType: 'EXPIRED' }],
    ...onlyOnsite,
    leftOut: [null],
  },
  {
    name: 'type null',
    entitlements: [{ ...proSupport, entitlementType: null }, onsite],
    ...found,
    leftOut: [null, null],
  },
  {
    name: 'description null',
    entitlements: [{ ...proSupport, serviceLevelDescription: null }],
    ...found,
    level: null,
    leftOut: [null],
  },
  {
    name: 'description blank',
    entitlements: [{ ...proSupport, serviceLevelDescription: '  ' }],
    ...found,
    level: null,
    leftOut: [null],
  },
  { name: 'code null', entitlements: [{ ...proSupport, serviceLevelCode: null }], ...found, leftOut: [null] },
  {
    name: 'group as a string',
    entitlements: [{ ...proSupport, serviceLevelGroup: '11' }],
    ...found,
    leftOut: [null],
  },
  {
    name: 'long description of two variants',
    entitlements: [
      {
        ...proSupport,
        serviceLevelDescription: 'Onsite After Remote Diagnosis (Consumer)/ Next Business Day (Business)',
      },
    ],
    ...found,
    level: 'Onsite After Remote Diagnosis (Consumer)/ Next Business Day (Business)',
    leftOut: [null],
  },
  {
    name: 'lifetime coverage of network equipment',
    entitlements: [
      {
        ...proSupport,
        endDate: '2050-03-07T05:59:59Z',
        serviceLevelDescription: 'Lifetime Limited Hardware',
      },
      onsite,
    ],
    ...found,
    end: '2050-03-06',
    level: 'Lifetime Limited Hardware',
    leftOut: [null, null],
  },
];
