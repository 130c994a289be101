import { storedDeviceFields } from '@warranty/contracts/result-fields';
import type { WarrantyResult } from '@warranty/contracts/warranty';
import type { BatchLookup as Batches } from '../../../lookups/answers/batch-lookup.ts';
import type { CachedAnswer } from '../../../lookups/answers/records.store.ts';
import type { VendorAccess } from '../../../lookups/vendors/vendor-access.ts';

type StoredPart = Pick<WarrantyResult, 'startDate' | 'endsAt' | 'serviceLevel' | 'hardware'>;

/**
 * The result of a row with what is stored once per device instead of with every row: its entitlements, the reason for the date
 * and most hardware fields. Null if the vendor has changed its answer since, because they would not explain the dates of the row.
 */
export function fullResultOf(
  batches: Pick<Batches, 'present'>,
  access: VendorAccess,
  serial: string,
  record: CachedAnswer | undefined,
  stored: StoredPart,
): WarrantyResult | null {
  if (record?.answer.kind !== 'found') return null;
  const full = batches.present(access, serial, record);
  return isSame(full, stored) ? full : null;
}

const isSame = (one: StoredPart, other: StoredPart): boolean =>
  one.startDate === other.startDate &&
  one.endsAt === other.endsAt &&
  one.serviceLevel === other.serviceLevel &&
  storedDeviceFields.every((field) => one.hardware[field] === other.hardware[field]);
