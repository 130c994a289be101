import fc from 'fast-check';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import {
  coverageAt,
  daysRemaining,
  endDateOf,
  endInstantOf,
  instantOf,
  startDateOf,
  statusAt,
} from './warranty-dates.ts';

const dayLength = 86_400_000;
const homeZone = process.env.TZ;
const zones = [
  ...Array.from({ length: 12 }, (_, west) => `Etc/GMT+${west + 1}`),
  'UTC',
  ...Array.from({ length: 14 }, (_, east) => `Etc/GMT-${east + 1}`),
  ...['Pacific/Kiritimati', 'America/New_York', 'Europe/Paris', 'Asia/Kolkata', 'Australia/Lord_Howe'],
];

function setZone(zone: string | undefined) {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
}
afterEach(() => setZone(homeZone));
afterAll(() => vi.restoreAllMocks());

describe('instantOf', () => {
  it.each([
    ['2026-01-01T05:59:59Z', '2026-01-01T05:59:59.000Z'],
    ['2026-01-01T05:59:59.14Z', '2026-01-01T05:59:59.140Z'],
    ['2026-01-01T05:59:59.000001Z', '2026-01-01T05:59:59.000Z'],
    ['2026-01-01T05:59:59.999999Z', '2026-01-01T05:59:59.999Z'],
    ['2026-01-01T05:59:59', '2026-01-01T05:59:59.000Z'],
    ['2026-01-01 05:59:59', '2026-01-01T05:59:59.000Z'],
    ['2026-01-01T05:59', '2026-01-01T05:59:00.000Z'],
    ['2026-01-01T00:00:00+02:00', '2025-12-31T22:00:00.000Z'],
    ['2026-01-01T00:00:00-0530', '2026-01-01T05:30:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    [' 2026-01-01 ', '2026-01-01T00:00:00.000Z'],
    ['1970-01-01', '1970-01-01T00:00:00.000Z'],
    ['2100-12-31T23:59:59Z', '2100-12-31T23:59:59.000Z'],
  ])('reads %s', (stamp, expected) => {
    expect(new Date(instantOf(stamp) ?? Number.NaN).toISOString()).toBe(expected);
  });

  it.each([
    ...[null, '', ' ', 'N/A', '45000', '01/02/2026', '2026', '2026-01', '2026-1-1', '20260101'],
    ...[
      '2026-02-29',
      '2026-02-30T05:59:59Z',
      '2026-13-01',
      '2026-00-10',
      '2026-01-00',
      '2026-04-31',
      '0000-00-00',
    ],
    ...[
      '0001-01-01',
      '0070-01-01',
      '1900-01-01',
      '1969-12-31T23:59:59Z',
      '2101-01-01',
      '9999-12-31T23:59:59Z',
    ],
    ...['2026-01-01T24:00:00Z', '2026-01-01T10:60:00Z', '2026-01-01T10:00:60Z', '2026-01-01T10:00:00+15:00'],
    ...[
      '2026-01-01T10:00:00+05:75',
      '2026-01-01T10Z',
      '2026-01-01Z',
      '2026-01-01T',
      'on 2026-01-01',
      '2026-01-01 ok',
    ],
  ])('rejects %j', (stamp) => {
    const now = new Date('2026-01-01T00:00:00Z');
    expect([instantOf(stamp), endInstantOf(stamp), startDateOf(stamp), endDateOf(stamp)]).toEqual(
      Array(4).fill(null),
    );
    expect(coverageAt(stamp, now)).toEqual({ status: 'unknown', daysRemaining: null, daysSinceEnd: null });
  });

  it('agrees with Date for every ISO timestamp', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date(0), max: new Date('2100-12-31'), noInvalidDate: true }), (date) => {
        expect(instantOf(date.toISOString())).toBe(date.getTime());
      }),
    );
  });
});

describe('a displayed date', () => {
  it.each([
    ['2023-03-06T06:00:00Z', '2023-03-06'],
    ['2020-10-18T23:00:00Z', '2020-10-19'],
    ['2020-10-18T11:59:59Z', '2020-10-18'],
    ['2020-10-18T12:00:00Z', '2020-10-19'],
    ['2020-10-18', '2020-10-18'],
  ])('for the start %s is %s', (stamp, date) => expect(startDateOf(stamp)).toBe(date));

  it.each([
    ['2026-01-01T05:59:59Z', '2025-12-31'],
    ['2025-12-31T22:59:59Z', '2025-12-31'],
    ['2026-01-01T11:59:59.999Z', '2025-12-31'],
    ['2026-01-01T12:00:00Z', '2026-01-01'],
    ['2026-01-01', '2026-01-01'],
  ])('for the end %s is %s', (stamp, date) => expect(endDateOf(stamp)).toBe(date));

  const localDay = fc
    .integer({ min: 366, max: 45_000 })
    .map((day) => new Date(day * dayLength).toISOString().slice(0, 10));

  it('is the local date of a start at local midnight from UTC-11 to UTC+12', () => {
    fc.assert(
      fc.property(localDay, fc.integer({ min: -11, max: 12 }), (date, offset) => {
        const midnight = new Date(Date.parse(`${date}T00:00:00Z`) - offset * 3_600_000).toISOString();
        expect(startDateOf(midnight)).toBe(date);
      }),
    );
  });

  it('is the local date of an end at local 23:59:59 from UTC-12 to UTC+11', () => {
    fc.assert(
      fc.property(localDay, fc.integer({ min: -12, max: 11 }), (date, offset) => {
        const lastSecond = new Date(Date.parse(`${date}T23:59:59Z`) - offset * 3_600_000).toISOString();
        expect(endDateOf(lastSecond)).toBe(date);
      }),
    );
  });
});

describe('coverageAt', () => {
  it.each([
    ['2026-08-13', 'expired', null, 1],
    ['2026-08-14', 'expiring', 1, null],
    ['2026-08-15', 'expiring', 2, null],
    ['2026-09-12', 'expiring', 30, null],
    ['2026-09-13', 'active', 31, null],
    ['2026-07-15', 'expired', null, 30],
    [null, 'unknown', null, null],
  ] as const)(
    'for %s is %s, with %s days left or %s days past',
    (end, status, daysRemaining, daysSinceEnd) => {
      const now = new Date('2026-08-14T12:00:00Z');
      expect(coverageAt(end, now)).toEqual({ status, daysRemaining, daysSinceEnd });
    },
  );

  it('lasts until the end of the displayed date in UTC', () => {
    expect(coverageAt('2026-08-14', new Date('2026-08-14T23:59:59.999Z')).daysRemaining).toBe(1);
    expect(coverageAt('2026-08-14', new Date('2026-08-15T00:00:00Z')).status).toBe('expired');
  });

  it.each([
    '2026-08-14T12:00:00Z',
    '2026-08-14',
    '2026-08-14T23:59:59Z',
    '2026-08-15T05:59:59Z',
    '2026-08-15T11:59:59Z',
  ])('is the same for %s, which is displayed as the same date', (stamp) => {
    expect(endDateOf(stamp)).toBe('2026-08-14');
    for (const now of ['2026-07-16T00:00:00Z', '2026-08-14T18:00:00Z', '2026-08-15T03:00:00Z'])
      expect(coverageAt(stamp, new Date(now))).toEqual(coverageAt('2026-08-14', new Date(now)));
  });
});

const zoned = fc.constantFrom('', 'Z', '-05:00', '+14:00');
const moment = fc
  .date({ min: new Date('2024-01-01'), max: new Date('2029-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());
const anyStamp = fc.oneof(
  moment.map((text) => text.slice(0, 10)),
  fc.tuple(moment, zoned).map(([text, zone]) => `${text.slice(0, 19)}${zone}`),
);
/** Around midnight and clock changes, where a local calendar would differ. */
const nearMidnight = fc
  .tuple(
    fc.constantFrom(
      '2026-03-08T07:00:00Z',
      '2026-11-01T06:00:00Z',
      '2026-08-14T00:00:00Z',
      '2026-12-31T12:00:00Z',
    ),
    fc.integer({ min: -15 * 3600, max: 15 * 3600 }),
  )
  .map(([text, seconds]) => new Date(Date.parse(text) + seconds * 1000));

/** The rule in its own words: until 24:00 UTC of the displayed end date. */
function byTheRule(stamp: string, now: Date) {
  const left = Date.parse(`${endDateOf(stamp)}T00:00:00Z`) + dayLength - now.getTime();
  if (left <= 0) return { status: 'expired', daysRemaining: null };
  return {
    status: left <= 30 * dayLength ? 'expiring' : 'active',
    daysRemaining: Math.ceil(left / dayLength),
  };
}

it('counts days and decides the status by one rule', () => {
  const now = fc.date({ min: new Date('2024-01-01'), max: new Date('2029-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(anyStamp, fc.oneof(now, nearMidnight), (stamp, at) => {
      expect(coverageAt(stamp, at)).toMatchObject(byTheRule(stamp, at));
    }),
    { numRuns: 5000 },
  );
});

const answers = (stamp: string, now: Date) => [
  ...[instantOf(stamp), endInstantOf(stamp), startDateOf(stamp), endDateOf(stamp)],
  ...[statusAt(stamp, now), daysRemaining(stamp, now), coverageAt(stamp, now)],
];

describe("the viewer's time zone", () => {
  it('changes in this test', () => {
    const offsets = zones.map((zone) => {
      setZone(zone);
      return new Date(2026, 0, 1).getTimezoneOffset();
    });
    expect([Math.min(...offsets), Math.max(...offsets)]).toEqual([-840, 720]);
    expect(new Set(offsets).size).toBeGreaterThanOrEqual(27);
  });

  it('does not affect the results, even around midnight and clock changes', () => {
    fc.assert(
      fc.property(anyStamp, nearMidnight, (stamp, now) => {
        setZone('UTC');
        const expected = answers(stamp, now);
        for (const zone of zones) {
          setZone(zone);
          expect(answers(stamp, now), zone).toEqual(expected);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('is never read', () => {
    const local = Object.getOwnPropertyNames(Date.prototype).filter(
      (name) => /^(get|set)(?!UTC|Time$)/.test(name) || /^to(?!ISOString|JSON)/.test(name),
    );
    expect(local).toContain('getTimezoneOffset');
    const spies = local.map((name) => vi.spyOn(Date.prototype, name as 'getDate'));
    for (const stamp of ['2026-08-14', '2026-08-14T05:59:59', '2026-08-14T05:59:59.14Z']) {
      answers(stamp, new Date('2026-08-01T00:00:00Z'));
    }
    const used = local.filter((_, place) => spies[place]?.mock.calls.length);
    vi.restoreAllMocks();
    expect(used).toEqual([]);
  });
});

it('reads a timestamp the same on the fast path and on the general path', () => {
  const two = (most: number) =>
    fc.integer({ min: 0, max: most }).map((number) => String(number).padStart(2, '0'));
  const year = fc.integer({ min: 1960, max: 2110 });
  fc.assert(
    fc.property(year, two(13), two(32), two(25), two(61), two(61), (y, month, date, h, m, s) => {
      const stamp = `${y}-${month}-${date}T${h}:${m}:${s}`;
      expect(instantOf(`${stamp}Z`)).toBe(instantOf(`${stamp}.0Z`));
    }),
    { numRuns: 20_000 },
  );
});
