import { noHardware, type WarrantyResult } from '@warranty/contracts/warranty';
import { expect, it } from 'vitest';
import { resultText } from './result-text.ts';

const result: WarrantyResult = {
  modelNumber: 'ABC1234',
  manufacturer: 'Dell',
  manufacturerEvidence: '',
  coverKind: 'warranty',
  status: 'active',
  noCoverage: false,
  startDate: '2024-03-30',
  endDate: '2028-03-29',
  endsAt: '2028-03-29T23:59:59Z',
  serviceLevel: 'ProSupport',
  description: null,
  allEntitlements: [],
  hardware: { ...noHardware, systemDescription: 'Latitude 5440' },
  source: { vendor: 'Dell', checkedAt: '2026-11-17T08:00:00Z', stale: false, demo: false, page: null },
};
const link = 'https://example.com/individual-lookup?q=ABC1234';

it('is a few lines for a ticket, without those that are not known', () => {
  const now = new Date(2026, 10, 17, 12);
  expect(resultText(result, link, now)).toBe(
    [
      'Dell ABC1234 (Latitude 5440)',
      'Covered until 29 Mar 2028, 1 year 4 months left',
      'Start Date: 2024-03-30',
      'End Date: 2028-03-29',
      'Service Level: ProSupport',
      'Checked: 2026-11-17 at Dell',
      link,
    ].join('\n'),
  );
  const unknown = {
    ...result,
    hardware: noHardware,
    ...{ startDate: null, endDate: null, endsAt: null, serviceLevel: null, source: null },
  };
  expect(resultText(unknown, link, now)).toBe(['Dell ABC1234', 'Coverage unknown', link].join('\n'));
});
