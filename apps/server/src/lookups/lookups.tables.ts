import { ownedTable, partOf } from '../platform/ownership/stored-table.ts';

/** For tables in partitions, which have no foreign key to the runs. */
export const ofRun = { table: 'bulk_runs', column: 'run', key: 'key' };

const withinLimits = 'within the rate and daily limits';

export const lookupTables = [
  ownedTable({
    name: 'bulk_runs',
    about:
      'with the IP address that created the run, as it is, or the /64 of an IPv6 address: the calls of a run count against the limits of its address',
    bound:
      '`BULK_LIVE_RUNS`, `BULK_STORED_RUNS`, `BULK_RUNS_PER_DAY_PER_ADDRESS`; one per scan; 64 KB of options each',
    deleted: 'by the owner',
    retention: { setting: 'BULK_RUN_DAYS', column: 'created_at', since: 'it was created', job: 'bulk.sweep' },
  }),
  partOf('run', { name: 'bulk_chunks', bound: 'fewer than the rows of the run' }),
  partOf('run', {
    name: 'bulk_serials',
    parent: ofRun,
    about: 'a partition per day',
    bound: 'one per serial number in the run',
    deleted: 'with the run; the partition one day after its runs',
  }),
  ownedTable({
    name: 'warranty_records',
    owner: 'owner; the installation for answers to its keys',
    sharesInstallation: true,
    bound: `one per serial number and vendor, ${withinLimits} of vendor calls`,
    retention: { setting: 'CACHE_RETENTION_DAYS', column: 'checked_at', since: 'the last check' },
    isLarge: true,
  }),
  // After the records: without these, nothing is added to it.
  ownedTable({
    name: 'warranty_history',
    owner: 'as `warranty_records`',
    sharesInstallation: true,
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
    sharesInstallation: true,
    bound: 'one per vendor',
  }),
];
