import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { profilesOf } from '../../test/csv.ts';
import { replay } from '../../test/recorded.ts';
import { repair } from './damage.ts';
import type { ColumnProfile } from './profile.ts';

function profileOf(...cells: string[]): ColumnProfile {
  const [profile] = profilesOf(
    1,
    cells.map((cell) => [cell]),
  );
  if (!profile) throw new Error('no profile');
  return profile;
}

it('counts and repairs as recorded', () => {
  const countsOf = (cell: string) => {
    const { tagShaped, durations } = profileOf(cell);
    return { tagShaped, durations };
  };
  const path = `${import.meta.dirname}/profile.recorded.txt`;
  return expect(replay(readFileSync(path, 'utf8'), { countsOf, repair })).toMatchFileSnapshot(path);
});

const tags = [
  '7XK2P93',
  '5TQ8R14',
  '3JB7M52',
  '9HC4V21',
  '2KD8N63',
  '6PW1Z84',
  '8LR5T37',
  '4GF9S16',
  '1NV3C75',
  '0BX7Q29',
];

describe('createProfiler', () => {
  it('counts blanks', () => {
    expect(profileOf('', '  ', '\u00A0', 'a')).toMatchObject({ rows: 4, blank: 3 });
  });

  it('counts a missing cell as blank', () => {
    expect(profilesOf(2, [['a']])[1]).toMatchObject({ rows: 1, blank: 1 });
  });

  it('counts manufacturers', () => {
    expect(profileOf('Dell Inc.', 'LENOVO', 'CDW', 'Acer', '').manufacturers).toEqual({
      looked: 4,
      known: 3,
    });
  });

  it('counts dates in every format, and placeholders for no date', () => {
    const cells = [
      '2024-01-05',
      '2024-01-05T00:00:00Z',
      '31/12/2023',
      '31 Mar 2027',
      'Mar 13, 2027 UTC',
      '45000',
    ];
    const { dates } = profileOf(
      ...cells,
      '44927.5',
      '20240105',
      '0000-00-00',
      '1900-01-01',
      '0001-01-01 00:00:00',
    );
    expect(dates).toMatchObject({ count: 8, placeholders: 3 });
  });

  it('does not count addresses, versions and prices as dates', () => {
    expect(
      profileOf('10.0.0.1', '10.0.22631.4317', '1299.00', '1,299.00', '00:11:22:33:44:55').dates.count,
    ).toBe(0);
  });

  it('returns plain data', () => {
    const profile = profileOf(...tags, '2024-01-05', '31/12/2023');
    expect(JSON.parse(JSON.stringify(profile))).toEqual(profile);
  });
});

describe('the width of a column', () => {
  it('is known from ten values with letters', () => {
    expect(profileOf(...tags, '123456')).toMatchObject({ width: 7, damage: { zeros: 1 } });
    expect(profileOf(...tags.slice(0, 9), '123456').width).toBeNull();
  });

  it.each([
    ['a value of another width', ['ABC12']],
    ['a longer number', ['12345678']],
    ['a number with its leading zero', ['0123456']],
    ['values of another kind', ['x-1', 'x-2']],
  ])('is unknown with %s', (_, others) => expect(profileOf(...tags, ...others).width).toBeNull());

  it('is not affected by damaged values', () => {
    expect(profileOf(...tags, '="0123456"', "'0123456", '1.25E+10', 'Mar-23').width).toBe(7);
  });

  it('is unknown with numbers only', () => {
    const numbers = Array.from({ length: 100 }, (_, index) => String(900 + index));
    expect(profileOf(...numbers).width).toBeNull();
  });
});
