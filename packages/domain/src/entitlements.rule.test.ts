import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type EntitlementRow, resolveCoverage } from './entitlements.ts';

/** A timestamp with its parsed value; the reference implementation never parses timestamps. */
interface Stamp {
  text: string | null;
  asStart: number | null;
  asEnd: number | null;
}

const dayLength = 86_400_000;
const pad = (value: number, length = 2) => String(value).padStart(length, '0');

const timed = fc
  .record({
    // Few days and seconds, so that end dates often tie.
    day: fc.integer({ min: 20_000, max: 20_002 }),
    second: fc.constantFrom(0, 21_599, 86_399),
    fraction: fc.constantFrom('', '.', '.1', '.14', '.140', '.140009', '.000001', '.999999'),
    zone: fc.constantFrom<[string, number]>(['Z', 0], ['', 0], ['+02:00', 120], ['-06:00', -360], ['z', 0]),
  })
  .map(({ day, second, fraction, zone: [zone, minutes] }): Stamp => {
    const local = new Date(day * dayLength + second * 1000);
    const text = `${local.toISOString().slice(0, 19)}${fraction}${zone}`;
    const thousandths = Number(fraction.slice(1, 4).padEnd(3, '0'));
    const at = local.getTime() + thousandths - minutes * 60_000;
    return { text, asStart: at, asEnd: at };
  });

const dateOnly = fc.integer({ min: 20_000, max: 20_002 }).map((day): Stamp => {
  const date = new Date(day * dayLength);
  const text = `${date.getUTCFullYear()}-${pad(date.getUTCMonth() + 1)}-${pad(date.getUTCDate())}`;
  return { text, asStart: day * dayLength, asEnd: (day + 1) * dayLength - 1 };
});

const unusable = fc
  .constantFrom(
    null,
    '',
    'N/A',
    '2026-02-30',
    '2026-13-01T00:00:00Z',
    '9999-12-31',
    '0001-01-01T00:00:00Z',
    '45000',
  )
  .map((text): Stamp => ({ text, asStart: null, asEnd: null }));

const stamp = fc.oneof(
  { weight: 6, arbitrary: timed },
  { weight: 2, arbitrary: dateOnly },
  { weight: 2, arbitrary: unusable },
);

const reply = fc.array(
  fc.record({
    start: stamp,
    end: stamp,
    type: fc.constantFrom('INITIAL', 'EXTENDED', 'extended ', 'EXPIRED', null),
    code: fc.constantFrom<[string | null, boolean]>(
      ...([
        ['ND', false],
        ['NU', false],
        [null, false],
        ['DX', false],
        ['P', false],
      ] as [string | null, boolean][]),
      ...([
        ['D', true],
        ['dl', true],
        [' PJ', true],
        ['PR', true],
      ] as [string, boolean][]),
    ),
    level: fc.constantFrom<[string | null, boolean]>(
      ...([
        ['Onsite', false],
        ['ProSupport', false],
        [null, false],
        ['Hard drive onsite', false],
      ] as [string | null, boolean][]),
      ...([
        ['Digital Delivery', true],
        ['KEEP YOUR HARD-DRIVE', true],
        ['Complete Care', true],
      ] as [string, boolean][]),
    ),
    notHardware: fc.option(fc.constantFrom('setup support', ''), { nil: undefined, freq: 8 }),
  }),
  { maxLength: 9 },
);
type Line = typeof reply extends fc.Arbitrary<(infer L)[]> ? L : never;

const toRow = ({ start, end, type, code, level, notHardware }: Line): EntitlementRow => ({
  type,
  startsAt: start.text,
  endsAt: end.text,
  code: code[0],
  level: level[0],
  ...(notHardware === undefined ? {} : { notHardware }),
});

/** Reference implementation of the rule: sorts the lines and takes the first. */
function secondStatement(lines: Line[]) {
  const places = lines.map((line, place) => ({
    ...line,
    place,
    from: line.start.asStart,
    until: line.end.asEnd,
  }));
  const alive = places.flatMap((line) => (line.until === null ? [] : [{ ...line, until: line.until }]));
  const groups = Object.groupBy(alive, ({ code, level, notHardware }) =>
    code[1] || level[1] || notHardware ? 'service' : 'hardware',
  );
  const chosen = groups.hardware ?? groups.service ?? [];
  const extendedFirst = (line: Line) => (/^extended\s*$/i.test(line.type ?? '') ? 0 : 1);
  const [top] = chosen.toSorted(
    (a, b) => b.until - a.until || extendedFirst(a) - extendedFirst(b) || a.place - b.place,
  );
  const [first] = chosen
    .filter(({ from }) => from !== null)
    .toSorted((a, b) => Number(a.from) - Number(b.from) || a.place - b.place);
  const takesPart = new Set(chosen.map(({ place }) => place));
  return {
    startsAt: first?.start.text ?? null,
    endsAt: top?.end.text ?? null,
    level: top?.level[0] ?? null,
    usedAllRows: groups.hardware === undefined && groups.service !== undefined,
    counted: places.map(({ place }) => takesPart.has(place)),
    tied: chosen.filter(({ until }) => until === top?.until).length > 1,
    withoutEnd: places.map(({ until }) => until === null),
  };
}

describe('resolveCoverage', () => {
  it('agrees with a reference implementation on 5,000 replies', () => {
    const seen = { tie: 0, all: 0, none: 0 };
    fc.assert(
      fc.property(reply, (lines) => {
        const cover = resolveCoverage(lines.map(toRow));
        const expected = secondStatement(lines);
        const { startsAt, endsAt, level, usedAllRows } = expected;
        expect(cover).toMatchObject({ startsAt, endsAt, level, usedAllRows });
        expect(cover.rows.map(({ counted }) => counted)).toEqual(expected.counted);
        cover.rows.forEach(({ counted, leftOutBecause }, place) => {
          expect(leftOutBecause === null).toBe(counted);
          expect(leftOutBecause === 'It has no end date.').toBe(expected.withoutEnd[place]);
        });
        expect(cover.reason.startsWith('The vendor lists no cover')).toBe(endsAt === null);
        expect(cover.reason.startsWith('No line covers hardware')).toBe(usedAllRows);
        if (expected.tied) seen.tie += 1;
        if (usedAllRows) seen.all += 1;
        if (endsAt === null) seen.none += 1;
      }),
      { numRuns: 5000 },
    );
    // The generator must reach the edge cases, or the agreement means little.
    expect(Math.min(seen.tie, seen.all, seen.none)).toBeGreaterThan(50);
  });

  it('does not depend on the order of the lines, except for the level of tied lines', () => {
    fc.assert(
      fc.property(reply, (lines) => {
        const there = resolveCoverage(lines.map(toRow));
        const back = resolveCoverage(lines.toReversed().map(toRow));
        expect(back.usedAllRows).toBe(there.usedAllRows);
        expect(back.rows.toReversed()).toEqual(there.rows);
      }),
    );
  });

  it('does not change its input', () => {
    fc.assert(
      fc.property(reply, (lines) => {
        const rows = lines.map((line) => Object.freeze(toRow(line)));
        expect(() => resolveCoverage(Object.freeze(rows))).not.toThrow();
      }),
    );
  });
});

describe('active coverage without an end', () => {
  const plan = { type: 'AppleCare', startsAt: '2025-01-01', endsAt: null, code: null };
  const ended = { ...plan, type: 'Warranty', endsAt: '2026-01-01', level: 'Limited Warranty' };
  const openEnded = { ...plan, startsAt: '2026-01-02', level: 'AppleCare+ for Business', isOpenEnded: true };

  it('leaves the end open, whatever ended before, and starts with the first line', () => {
    const rows = [ended, openEnded];
    expect(resolveCoverage(rows)).toEqual({
      startsAt: '2025-01-01',
      endsAt: null,
      level: 'AppleCare+ for Business',
      usedAllRows: false,
      reason: 'The coverage is active and has no end date.',
      rows: [
        { counted: true, leftOutBecause: null },
        { counted: true, leftOutBecause: null },
      ],
    });
  });

  it('does not count if it does not cover hardware', () => {
    const damage = { ...openEnded, level: 'Accidental Damage' };
    expect(resolveCoverage([ended, damage])).toMatchObject({
      endsAt: '2026-01-01',
      level: 'Limited Warranty',
    });
  });

  it('is not assumed for a row that only lacks its end date', () => {
    const { isOpenEnded: _, ...unknown } = openEnded;
    expect(resolveCoverage([ended, unknown])).toMatchObject({ endsAt: '2026-01-01' });
  });
});
