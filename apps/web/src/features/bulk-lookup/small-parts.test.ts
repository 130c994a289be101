import { describe, expect, it } from 'vitest';
import { downloadName, downloadUrl } from './download.ts';
import { partLabels, rowsShown, startOfPart } from './result-parts.ts';
import { shorten } from './shorten.ts';

describe('the download', () => {
  it('is named after the day', () =>
    expect(downloadName(new Date(2026, 10, 4, 23, 59))).toBe('warranty_results_2026-11-04.csv'));

  it('excludes unchecked columns', () => {
    expect(downloadUrl('a-b', { without: [], raw: false })).toBe('/api/bulk-runs/a-b/file');
    const address = downloadUrl('a-b', { without: ['Ship "Date"', 'Ö'], raw: true });
    const query = new URL(address, 'http://localhost').searchParams;
    expect(JSON.parse(query.get('without') ?? '')).toEqual(['Ship "Date"', 'Ö']);
    expect(query.get('raw')).toBe('true');
  });
});

describe('parts of a large file', () => {
  it('are empty if everything fits into one', () => expect(partLabels(100_000)).toEqual([]));

  it('contain a hundred thousand rows each, and the last one the rest', () => {
    expect(partLabels(250_001).at(-1)).toBe('Rows 200,001 to 250,001');
    expect([startOfPart(2), rowsShown(250_001, 2)]).toEqual([200_000, 50_001]);
  });
});

it.each([
  ['short', 'short'],
  ['exactly ten', 'exactly te…'],
  ['😀'.repeat(12), `${'😀'.repeat(10)}…`],
])('%s is shortened to %s', (text, shown) => expect(shorten(text, 10)).toBe(shown));
