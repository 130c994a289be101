import { monthLanguages } from '@warranty/contracts/date-format';
import { describe, expect, it } from 'vitest';
import { findMonth, monthName } from './month-names.ts';

const months = Array.from({ length: 12 }, (_, index) => index + 1);

describe('month names', () => {
  it.each(monthLanguages)('are the same month in every language that has the spelling: %s', (language) => {
    const spellings = months.flatMap((month) =>
      (['full', 'short'] as const).map((length) => ({ month, name: monthName(month, length, language) })),
    );
    for (const { month, name } of spellings)
      expect([name, findMonth(name)]).toEqual([
        name,
        expect.objectContaining({ month, languages: expect.arrayContaining([language]) }),
      ]);
  });

  it.each(monthLanguages)('are those of the Unicode data: %s', (language) => {
    const format = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'long', timeZone: 'UTC' });
    const named = (month: number) =>
      format.formatToParts(new Date(Date.UTC(2023, month - 1, 5))).find(({ type }) => type === 'month')
        ?.value;
    expect(months.map((month) => monthName(month, 'full', language))).toEqual(months.map(named));
  });
});
