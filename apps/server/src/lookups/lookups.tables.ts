import { ownedTable } from '../platform/ownership/stored-table.ts';

const withinLimits = 'within the rate and daily limits';

export const warrantyTables = [
  ownedTable({
    name: 'warranty_records',
    owner: 'owner; the installation for answers to its keys',
    bound: `one per serial number and vendor, ${withinLimits} of vendor calls`,
    retention: { setting: 'CACHE_RETENTION_DAYS', column: 'checked_at', since: 'the last check' },
    isLarge: true,
  }),
  // After the records: without these, nothing is added to it.
  ownedTable({
    name: 'warranty_history',
    owner: 'as `warranty_records`',
    bound: 'one per change of an answer, within the same limits',
    retention: { setting: 'CACHE_RETENTION_DAYS', column: 'replaced_at', since: 'it was replaced' },
    isLarge: true,
  }),
  ownedTable({
    name: 'looked_up_serials',
    bound: `one per serial number and vendor that the owner looked up on the installation's credentials, ${withinLimits} of lookups`,
    retention: { setting: 'CACHE_RETENTION_DAYS', column: 'looked_up_at', since: 'the last lookup' },
    isLarge: true,
  }),
  ownedTable({
    name: 'vendor_call_counts',
    about: 'its keys contain a user ID or an IP address, as it is',
    owner: 'owner, or none for an IP address',
    bound: 'one per owner and per address and day',
    deleted: 'hourly, when its day is over',
  }),
  ownedTable({
    name: 'vendor_gates',
    owner: 'owner, or the installation',
    bound: 'one per vendor',
  }),
];
