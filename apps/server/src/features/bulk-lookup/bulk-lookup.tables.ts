import { ofRun } from '../../lookups/lookups.tables.ts';
import { partOf } from '../../platform/ownership/stored-table.ts';

const withItsDay = 'with the run; the partition one day after its runs';

export const bulkTables = [
  partOf('run', {
    name: 'bulk_rows',
    parent: ofRun,
    about: 'a partition per day',
    bound:
      '`BULK_STORED_ROWS`, `BULK_STORED_MB`; per IP address `BULK_ROWS_PER_DAY_PER_ADDRESS`, `BULK_MB_PER_DAY_PER_ADDRESS`',
    deleted: withItsDay,
  }),
  partOf('run', {
    name: 'bulk_workbooks',
    parent: ofRun,
    about:
      'a partition per day; uploaded workbooks as they are, hidden sheets included, unless the user chose not to store them',
    bound: 'counted in `BULK_STORED_MB` and `BULK_MB_PER_DAY_PER_ADDRESS` together with the rows',
    deleted: withItsDay,
  }),
];
