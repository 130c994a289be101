import { vendorsWithKeys } from '@warranty/contracts/vendors';
import { ownedTable } from '../../platform/ownership/stored-table.ts';

const perOwner = vendorsWithKeys.reduce((sum, { neededKeys }) => sum + neededKeys.length, 0);

export const vendorKeyTables = [
  ownedTable({
    name: 'api_keys',
    ownerColumn: 'user_id',
    bound: 'one per vendor and type of key',
    deleted: 'by the owner',
    quota: {
      ...{ id: 'vendor-keys', label: 'Vendor keys', max: perOwner },
      note: 'Freed when you delete a key.',
    },
  }),
  ownedTable({ name: 'vendor_key_tests', bound: 'one per vendor', deleted: "with the vendor's keys" }),
];
