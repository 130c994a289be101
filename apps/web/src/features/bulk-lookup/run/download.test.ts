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

  it('has only the rows of a filter', () =>
    expect(downloadUrl('a-b', { without: [], raw: false }, 'xlsx', 'expired')).toBe(
      '/api/bulk-runs/a-b/file?format=xlsx&filter=expired',
    ));

  it('of a workbook has no escapes to turn off', () =>
    expect(downloadUrl('a-b', { without: [], raw: true }, 'xlsx')).toBe(
      '/api/bulk-runs/a-b/file?format=xlsx',
    ));
});
