import type { MappedField } from '@warranty/contracts/field-mapping';
import { mapResultFields } from '@warranty/contracts/result-fields';

export const fieldLabels: Record<MappedField, string> = {
  modelNumber: 'Model Number',
  manufacturer: 'Manufacturer',
  ...mapResultFields((_, { label }) => label),
  deviceModel: 'Device Model',
};
