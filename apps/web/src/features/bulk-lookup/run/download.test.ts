import { describe, expect, it } from 'vitest';
import { downloadName, downloadUrl } from './download.ts';

describe('the download', () => {
  it('is named after the day', () =>
    expect(downloadName(new Date(2026, 10, 4, 23, 59), 'xlsx')).toBe('warranty_results_2026-11-04.xlsx'));

  it('excludes unchecked columns', () => {
    expect(downloadUrl('a-b', { without: [], raw: false }, 'csv')).toBe('/api/bulk-runs/a-b/file');
    const address = downloadUrl('a-b', { without: ['Ship "Date"', 'Ö'], raw: true }, 'csv');
    const query = new URL(address, 'http://localhost').searchParams;
    expect(JSON.parse(query.get('without') ?? '')).toEqual(['Ship "Date"', 'Ö']);
    expect(query.get('raw')).toBe('true');
  });

  it.each([
    [{ filter: 'expired', ends: null } as const, 'filter=expired'],
    [{ filter: null, ends: '90' }, 'ends=90'],
    [
      { filter: 'active', ends: '2026-12-01..2026-12-31' } as const,
      'filter=active&ends=2026-12-01..2026-12-31',
    ],
  ])('has only the rows of %j', (rows, query) =>
    expect(downloadUrl('a-b', { without: [], raw: false }, 'xlsx', rows)).toBe(
      `/api/bulk-runs/a-b/file?format=xlsx&${query}`,
    ),
  );

  it('of a workbook has no escapes to turn off', () =>
    expect(downloadUrl('a-b', { without: [], raw: true }, 'xlsx')).toBe(
      '/api/bulk-runs/a-b/file?format=xlsx',
    ));
});
