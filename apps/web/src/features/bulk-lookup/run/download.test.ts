import { describe, expect, it } from 'vitest';
import { downloadName, downloadUrl } from './download.ts';

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
