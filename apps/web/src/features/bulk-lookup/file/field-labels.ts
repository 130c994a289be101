import type { MappedField } from '@warranty/contracts/field-mapping';

export const fieldLabels: Record<MappedField, string> = {
  modelNumber: 'Model Number',
  manufacturer: 'Manufacturer',
  warranty: 'Warranty',
  startDate: 'Start Date',
  endDate: 'End Date',
  serviceLevel: 'Service Level',
  serviceTag: 'Service Tag',
  productCode: 'Product Code',
  systemDescription: 'System Description',
  shipDate: 'Ship Date',
  purchaseDate: 'Purchase Date',
  deviceModel: 'Device Model',
};
