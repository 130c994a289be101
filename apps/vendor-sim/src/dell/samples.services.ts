// Samples whose result depends on which entitlement counts.
import { addYears } from '../dates.ts';
import { SERVER, SWITCH } from './models.ts';
import { entitlement } from './row.ts';
import { header, row, type Sample } from './sample.ts';

export const SERVICE_SAMPLES: Sample[] = [
  {
    tag: 'DIGI001',
    label: 'Expired a year ago, digital delivery still active',
    case: 'digital-outlives-hardware',
    offered: true,
    row: (today) =>
      row('DIGI001', { shipDay: addYears(today, -4) }, ({ country, shipDay: from }) => [
        entitlement('proSupport', { country, from, to: addYears(today, -1) }),
        entitlement('digital', { country, from, to: addYears(today, 5) }),
        entitlement('digitalDownload', { country, from, to: addYears(today, 6) }),
      ]),
  },
  {
    tag: 'KEEPHD1',
    label: 'Expired, drive and accident services still active',
    case: 'services-outlive-hardware',
    offered: false,
    row: (today) =>
      row('KEEPHD1', { shipDay: addYears(today, -3) }, ({ country, shipDay: from }) => [
        entitlement('onsite', { country, from, to: today - 60 }),
        entitlement('keepDrive', { country, from, to: today + 400 }),
        entitlement('accidental', { country, from, to: today + 500 }),
        entitlement('completeCare', { country, from, to: today + 600 }),
      ]),
  },
  {
    tag: 'SOFT001',
    label: 'Only non-hardware services',
    case: 'only-non-hardware',
    offered: false,
    row: (today) =>
      row('SOFT001', { shipDay: addYears(today, -1) }, ({ country, shipDay: from }) => [
        entitlement('digital', { country, from, to: addYears(today, 4) }),
        entitlement('keepDrive', { country, from, to: addYears(today, 2) }),
        entitlement('completeCare', { country, from, to: addYears(today, 2) }),
        entitlement('deployment', { country, from, to: today - 200 }),
        entitlement('installation', { country, from, to: today - 190 }),
      ]),
  },
  {
    tag: 'LIFE027',
    label: 'Lifetime warranty of a switch',
    case: 'lifetime',
    offered: true,
    row: (today) =>
      row('LIFE027', { model: SWITCH, shipDay: addYears(today, -2) }, ({ country, shipDay: from }) => [
        entitlement('lifetime', { country, from, to: addYears(from, 27) }),
      ]),
  },
  {
    tag: 'TWINS01',
    label: 'Same coverage listed twice',
    case: 'initial-and-extended-same-dates',
    offered: false,
    row: (today) => {
      const cover = { country: 'US', from: addYears(today, -1), to: addYears(today, 2) } as const;
      return {
        ...header('TWINS01', { country: 'US', shipDay: cover.from }),
        entitlements: [
          entitlement('proSupport', cover),
          entitlement('proSupport', { ...cover, type: 'EXTENDED' }),
        ],
      };
    },
  },
  {
    tag: 'ENDS005',
    label: 'Five services with five end dates',
    case: 'five-end-dates',
    offered: true,
    row: (today) =>
      row('ENDS005', { model: SERVER, shipDay: addYears(today, -2) }, ({ country, shipDay: from }) => [
        entitlement('accidental', { country, from, to: today + 700 }),
        entitlement('onsite', { country, from, to: addYears(from, 1) }),
        entitlement('digital', { country, from, to: today + 2000 }),
        entitlement('proSupportPlus', { country, from, to: today + 500, type: 'EXTENDED' }),
        entitlement('proSupport', { country, from, to: today + 100, type: 'EXTENDED' }),
      ]),
  },
];
