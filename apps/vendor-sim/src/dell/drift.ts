// Replies of a vendor that changed its API: well-formed JSON in another format, sent with status 200.
import type { Faults } from '../faults.ts';
import type { AssetRow, Entitlement } from './row.ts';

type Loose = Record<string, unknown>;

/** Month first and no time zone: most date parsers accept it and assume local time. */
function otherDate(stamp: string | null | undefined): string | null {
  if (!stamp) return null;
  const [year, month, day] = stamp.slice(0, 10).split('-');
  const hour = Number(stamp.slice(11, 13));
  const half = hour < 12 ? 'AM' : 'PM';
  return `${month}/${day}/${year} ${String(hour % 12 || 12).padStart(2, '0')}${stamp.slice(13, 19)} ${half}`;
}

function otherDates(row: AssetRow): Loose {
  const entitlements = row.entitlements?.map((each) => ({
    ...each,
    startDate: otherDate(each.startDate),
    endDate: otherDate(each.endDate),
  }));
  return { ...row, shipDate: otherDate(row.shipDate), ...(entitlements ? { entitlements } : {}) };
}

/** Removes the list of a known device, which must not be read as "no coverage"; without a list, removes the tag. */
function withoutField({ entitlements, ...row }: AssetRow): Loose {
  if (entitlements) return row;
  const { serviceTag: _, ...rest } = row;
  return rest;
}

function renamedEnd({ endDate, ...rest }: Entitlement): Loose {
  return { ...rest, entitlementEndDate: endDate ?? null };
}

function renamedField({ entitlements, ...row }: AssetRow): Loose {
  if (entitlements) return { ...row, entitlements: entitlements.map(renamedEnd) };
  const { serviceTag, ...rest } = row;
  return { ...rest, assetTag: serviceTag };
}

export function driftedRow(row: AssetRow, drift: Faults['drift']): Loose {
  if (drift === 'dateFormat') return otherDates(row);
  if (row.invalid) return { ...row };
  if (drift === 'missingField') return withoutField(row);
  if (drift === 'renamedField') return renamedField(row);
  return { ...row };
}
