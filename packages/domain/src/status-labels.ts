import type { WarrantyStatus } from '@warranty/contracts/warranty';

export const statusLabels: Record<WarrantyStatus, string> = {
  active: 'Active',
  expiring: 'Expiring Soon',
  expired: 'Expired',
  unknown: 'Unknown',
};
