import { sharedTable } from './ownership/stored-table.ts';

export const platformTables = [
  sharedTable({
    name: 'audit_events',
    about: 'a partition per month',
    owner: 'owner, or the installation',
    bound:
      'one row per change, download and refused recovery code, within the rate limits; key uses once a minute',
    deleted: 'after `AUDIT_DAYS`, with the month; not with the owner, because it holds IDs only',
  }),
  sharedTable({
    name: 'audit_address_keys',
    bound: 'one per month, four at a time',
    deleted: 'when its month is over',
  }),
  sharedTable({
    name: 'rate_limits',
    owner: 'none: keys contain a user ID or an IP address',
    bound: 'one per limit in use',
    deleted: 'daily, once the limit has recovered: after a minute, an hour or a day',
  }),
  sharedTable({ name: 'data_keys', bound: 'one, two during `rotate-key`', deleted: 'by `rotate-key`' }),
  sharedTable({
    name: 'shared_figures',
    owner: 'none: counts for metrics',
    bound: 'one per kind of figure',
  }),
  sharedTable({ name: 'schema_migrations', bound: 'one per migration' }),
  sharedTable({
    name: 'pgboss.*',
    about: 'the job queue',
    owner: 'none: jobs contain IDs only',
    bound: 'jobs in progress, and those of the last hour',
    deleted: 'an hour after the job ended, 14 days if it never started',
  }),
];
