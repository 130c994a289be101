import { ownedTable, partOf } from '../../platform/ownership/stored-table.ts';

const withItsDay = 'with the run; the partition one day after its runs';

export const bulkTables = [
  ownedTable({
    name: 'bulk_runs',
    about:
      'with the IP address that created the run, as it is, or the /64 of an IPv6 address: the calls of a run count against the limits of its address',
    bound: '`BULK_LIVE_RUNS`, `BULK_STORED_RUNS`, `BULK_RUNS_PER_DAY_PER_ADDRESS`; 64 KB of options each',
    deleted: 'by the owner',
    retention: { setting: 'BULK_RUN_DAYS', column: 'created_at', since: 'it was created', job: 'bulk.sweep' },
  }),
  partOf('run', { name: 'bulk_chunks', bound: 'fewer than the rows of the run' }),
  partOf('run', {
    name: 'bulk_rows',
    about: 'a partition per day',
    bound:
      '`BULK_STORED_ROWS`, `BULK_STORED_MB`; per IP address `BULK_ROWS_PER_DAY_PER_ADDRESS`, `BULK_MB_PER_DAY_PER_ADDRESS`',
    deleted: withItsDay,
  }),
  partOf('run', {
    name: 'bulk_workbooks',
    about:
      'a partition per day; uploaded workbooks as they are, hidden sheets included, unless the user chose not to store them',
    bound: 'counted in `BULK_STORED_MB` and `BULK_MB_PER_DAY_PER_ADDRESS` together with the rows',
    deleted: withItsDay,
  }),
  partOf('run', {
    name: 'bulk_serials',
    about: 'a partition per day',
    bound: 'one per serial number in the run',
    deleted: withItsDay,
  }),
];
