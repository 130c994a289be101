import type { WarrantyStatus } from '@warranty/contracts/warranty';

export const statusLabels: Record<WarrantyStatus, string> = {
  active: 'Active',
  expiring: 'Expiring Soon',
  expired: 'Expired',
  unknown: 'Unknown',
};

/** Shown next to `unknown` if the vendor knows the device and lists no coverage. */
export const noCoverageLabel = 'No coverage';
