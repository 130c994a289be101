// Samples for every status, and tags without a device.
import { addYears } from '../dates.ts';
import { entitlement, unknownRow } from './row.ts';
import { row, type Sample } from './sample.ts';

/** Three years of coverage, in UTC so that the last day is the same everywhere. */
function endingOn(to: number) {
  return { country: 'GB', shipDay: addYears(to, -3), to } as const;
}

export const STATUS_SAMPLES: Sample[] = [
  {
    tag: 'ACTV123',
    label: 'Active, ends in 2 years',
    case: 'active',
    offered: true,
    row: (today) =>
      row('ACTV123', { country: 'US', shipDay: addYears(today, -1) }, ({ country, shipDay: from }) => [
        entitlement('onsite', { country, from, to: addYears(from, 1), digits: 6 }),
        entitlement('proSupport', { country, from, to: addYears(today, 2), type: 'EXTENDED', digits: 2 }),
      ]),
  },
  {
    // Nine full days and the rest of today: the tenth day is the last one that begins.
    tag: 'EXPR010',
    label: 'Expiring, ends in 10 days',
    case: 'expiring-in-10-days',
    offered: true,
    row: (today) => row('EXPR010', endingOn(today + 9)),
  },
  {
    tag: 'TODAY01',
    label: 'Ends today',
    case: 'ends-today',
    offered: false,
    row: (today) => row('TODAY01', endingOn(today)),
  },
  {
    tag: 'YESTR01',
    label: 'Expired yesterday',
    case: 'expired-yesterday',
    offered: false,
    row: (today) => row('YESTR01', endingOn(today - 1)),
  },
  {
    tag: 'EXPD006',
    label: 'Expired 6 years ago',
    case: 'expired-long-ago',
    offered: true,
    row: (today) => row('EXPD006', endingOn(addYears(today, -6))),
  },
  {
    tag: 'FUTURE1',
    label: 'Coverage starts in 30 days',
    case: 'future-start',
    offered: false,
    row: (today) =>
      row('FUTURE1', { shipDay: today - 3 }, ({ country }) => [
        entitlement('onsite', { country, from: today + 30, to: addYears(today + 30, 3) }),
      ]),
  },
  {
    tag: 'NOCOVER',
    label: 'Known to Dell, no coverage on record',
    case: 'empty-entitlements',
    offered: true,
    row: (today) => row('NOCOVER', { shipDay: addYears(today, -4) }, () => []),
  },
  {
    tag: 'UNKN404',
    label: 'Unknown to Dell',
    case: 'unknown',
    offered: true,
    row: () => unknownRow('UNKN404'),
  },
  {
    tag: 'UNKN405',
    label: 'Unknown to Dell, no list of entitlements',
    case: 'unknown-without-list',
    offered: false,
    row: () => {
      const { entitlements: _, ...rest } = unknownRow('UNKN405');
      return rest;
    },
  },
];
