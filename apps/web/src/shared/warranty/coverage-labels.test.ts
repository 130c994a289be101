import { noHardware } from '@warranty/contracts/warranty';
import { expect, it } from 'vitest';
import { coverageLabels, coverageNote, startNote } from './coverage-labels.ts';
import { hardwareFacts } from './hardware-facts.ts';

it('never calls a license a warranty', () => {
  expect(Object.values(coverageLabels.license).join()).not.toMatch(/warranty/i);
  expect(coverageNote({ coverKind: 'license', manufacturer: 'Meraki' })).toBe(
    'Meraki does not publish hardware warranties. This is the license end date.',
  );
  expect(coverageNote({ coverKind: 'warranty', manufacturer: 'Dell' })).toBeNull();
});

it('notes which vendor provides no start date', () => {
  expect(startNote({ manufacturer: 'Cisco' })).toBe('Cisco does not provide a start date');
  expect(startNote({ manufacturer: 'Dell' })).toBeNull();
});

it('labels the date of a licensed device as claimed', () => {
  const labels = (coverKind: 'warranty' | 'license') =>
    hardwareFacts({ coverKind, hardware: { ...noHardware, shipDate: '2024-05-01' } }).map(
      ({ label }) => label,
    );
  expect(labels('license')).toEqual(['Claimed']);
  expect(labels('warranty')).toEqual(['Ship Date']);
});
