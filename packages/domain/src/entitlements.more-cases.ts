import {
  byCode,
  type Case,
  completeCare,
  damage,
  digital,
  download,
  drive,
  keepDrive,
  noEnd,
  nothing,
  onsite,
  proSupport,
} from './entitlements.cases.ts';

const found = {
  start: '2023-03-06',
  end: '2027-03-06',
  status: 'active',
  level: 'ProSupport next business day',
} as const;
const downloadOnly = { start: '2023-03-06', end: '2033-03-06', status: 'active', usedAllRows: true } as const;
const ends = (endDate: string) => [{ ...proSupport, endDate }];

/** A line with this code or description is excluded if a hardware line exists. */
const leftOut = (name: string, line: { code?: string; words?: string }, because: string): Case => ({
  name,
  entitlements: [
    {
      ...download,
      serviceLevelCode: line.code ?? 'ZZ',
      serviceLevelDescription: line.words ?? 'Some service',
    },
    proSupport,
  ],
  ...found,
  leftOut: [because, null],
});

const counts = (name: string, code: string, words: string): Case => ({
  name,
  entitlements: [{ ...download, serviceLevelCode: code, serviceLevelDescription: words }, proSupport],
  ...found,
  end: '2033-03-06',
  level: words,
  leftOut: [null, null],
});

export const serviceCases: Case[] = [
  leftOut('code D', { code: 'D' }, byCode('D')),
  leftOut('code DL', { code: 'DL' }, byCode('DL')),
  leftOut('code PJ', { code: 'PJ' }, byCode('PJ')),
  leftOut('code PR', { code: 'PR' }, byCode('PR')),
  leftOut('code in lower case with a space', { code: 'pr ' }, byCode('PR')),
  leftOut('digital delivery by description only', { words: 'DELL DIGITAL DELIVERY' }, digital),
  leftOut('description says more than the code', { code: 'DL', words: 'Dell Digital Delivery' }, digital),
  leftOut('keep your hard drive', { words: 'Keep Your Hard Drive Service' }, drive),
  leftOut('keep-your-hard-drive', { words: 'Keep-Your-Hard-Drive, 3 years' }, drive),
  leftOut('keep your solid state drives', { words: 'KEEP YOUR SOLID STATE DRIVES' }, drive),
  leftOut('hard drive retention', { words: 'Hard Drive Retention' }, drive),
  leftOut('accidental damage', { words: 'Accidental Damage Service' }, damage),
  leftOut('complete care in two words', { words: 'Complete Care' }, damage),
  leftOut('CompleteCare in one word', { words: 'CompleteCare, 4 years' }, damage),
  counts('code that only begins with D', 'DX', 'Parts only'),
  counts('code that only begins with PR', 'PRO', 'Pro Deploy'),
  counts('hard drive cover that is not retention', 'HD', 'Hard Drive Replacement Onsite'),
  counts('group 11 alone proves nothing', 'ND', 'Next Business Day'),
  counts('delivery that is not digital', 'ND', 'Onsite parts delivery'),
  {
    name: 'every kind of service along with hardware',
    entitlements: [download, keepDrive, onsite, completeCare, { ...proSupport, endDate: null }, proSupport],
    ...found,
    leftOut: [digital, drive, null, damage, noEnd, null],
    reason:
      'Latest end date of 2 hardware entitlements. 4 other lines were excluded: 1 digital delivery, ' +
      '1 hard drive retention, 1 accidental damage coverage, 1 without an end date.',
  },
  {
    name: 'two lines of one kind',
    entitlements: [keepDrive, keepDrive, proSupport],
    ...found,
    leftOut: [drive, drive, null],
    reason:
      'End date of the only hardware entitlement. 2 other lines were excluded because they are hard drive retention.',
  },
  {
    name: 'only digital delivery remains after the rest has expired',
    entitlements: [
      { ...onsite, endDate: '2020-03-07T05:59:59Z', startDate: '2019-03-06T06:00:00Z' },
      download,
    ],
    start: '2019-03-06',
    end: '2020-03-06',
    status: 'expired',
    level: 'Next business day onsite',
    leftOut: [null, digital],
  },
  {
    name: 'an early start of a service does not count',
    entitlements: [{ ...download, startDate: '2015-01-01T06:00:00Z' }, proSupport],
    ...found,
    leftOut: [digital, null],
  },
  {
    name: 'only digital delivery',
    entitlements: [download],
    ...downloadOnly,
    level: 'Dell Digital Delivery',
    leftOut: [null],
    reason:
      'No line covers hardware (digital delivery), so the end of the only line with an end date is used.',
  },
  {
    name: 'only services, and one line without dates',
    entitlements: [{ ...download, endDate: '2027-01-01T05:59:59Z' }, { ...onsite, endDate: null }, keepDrive],
    ...downloadOnly,
    level: 'Keep Your Hard Drive',
    leftOut: [null, noEnd, null],
    reason:
      'No line covers hardware (digital delivery, hard drive retention), so the latest end of all 2 lines with an ' +
      'end date is used. 1 other line was excluded because it has no end date.',
  },
  {
    name: 'services without an end are not coverage',
    entitlements: [
      { ...download, endDate: null },
      { ...completeCare, endDate: 'never' },
    ],
    start: null,
    end: null,
    status: 'unknown',
    level: null,
    leftOut: [noEnd, noEnd],
    reason: nothing,
  },
];

export const stampCases: Case[] = [
  { name: 'no fraction', entitlements: ends('2027-03-07T05:59:59Z'), ...found, leftOut: [null] },
  {
    name: 'a decimal point without digits',
    entitlements: ends('2027-03-07T05:59:59.Z'),
    ...found,
    leftOut: [null],
  },
  { name: 'one digit', entitlements: ends('2027-03-07T05:59:59.1Z'), ...found, leftOut: [null] },
  { name: 'three digits', entitlements: ends('2027-03-07T05:59:59.999Z'), ...found, leftOut: [null] },
  { name: 'six digits', entitlements: ends('2027-03-07T05:59:59.000001Z'), ...found, leftOut: [null] },
  { name: 'no time zone means UTC', entitlements: ends('2027-03-07T05:59:59'), ...found, leftOut: [null] },
  { name: 'offset instead of Z', entitlements: ends('2027-03-06T23:59:59-06:00'), ...found, leftOut: [null] },
  {
    name: 'a date without a time stays that date',
    entitlements: ends('2027-03-06'),
    ...found,
    leftOut: [null],
  },
  {
    name: 'start without a time',
    entitlements: [{ ...proSupport, startDate: '2023-03-06' }],
    ...found,
    leftOut: [null],
  },
  {
    name: 'US end of 31 December, French start of 19 October',
    entitlements: [{ ...proSupport, startDate: '2020-10-18T23:00:00Z', endDate: '2027-01-01T05:59:59Z' }],
    ...found,
    start: '2020-10-19',
    end: '2026-12-31',
    leftOut: [null],
  },
  {
    name: 'a later instant that sorts earlier as text',
    entitlements: [
      { ...onsite, endDate: '2027-03-07T01:00:00+05:00' },
      { ...proSupport, endDate: '2027-03-06T23:59:59Z' },
    ],
    ...found,
    leftOut: [null, null],
  },
  {
    name: 'a date without a time lasts the whole day, longer than a timestamp on that day',
    entitlements: [
      { ...onsite, endDate: '2027-03-06T23:00:00Z' },
      { ...proSupport, endDate: '2027-03-06' },
    ],
    ...found,
    leftOut: [null, null],
  },
  {
    name: 'ended a second ago',
    entitlements: ends('2026-08-14T11:59:59Z'),
    ...found,
    end: '2026-08-13',
    status: 'expired',
    leftOut: [null],
  },
  {
    name: 'ends now',
    entitlements: ends('2026-08-14T12:00:00Z'),
    ...found,
    end: '2026-08-14',
    status: 'expiring',
    leftOut: [null],
  },
  {
    name: 'ends in 10 days',
    entitlements: ends('2026-08-25T05:59:59Z'),
    ...found,
    end: '2026-08-24',
    status: 'expiring',
    leftOut: [null],
  },
  {
    name: 'has 30 days left, counting today and the last one',
    entitlements: ends('2026-09-13T11:59:59Z'),
    ...found,
    end: '2026-09-12',
    status: 'expiring',
    leftOut: [null],
  },
  {
    name: 'has 31 days left',
    entitlements: ends('2026-09-13T12:00:00Z'),
    ...found,
    end: '2026-09-13',
    leftOut: [null],
  },
  {
    name: 'date without a time, today',
    entitlements: ends('2026-08-14'),
    ...found,
    end: '2026-08-14',
    status: 'expiring',
    leftOut: [null],
  },
  {
    name: 'date without a time, yesterday',
    entitlements: ends('2026-08-13'),
    ...found,
    end: '2026-08-13',
    status: 'expired',
    leftOut: [null],
  },
];
