-- Reads every row, but blocks neither reads nor writes. What follows locks the table for a moment.
alter table discovered_devices validate constraint discovered_devices_first;

do $$
declare
  -- The bound that was checked: the month may have changed since.
  bound timestamptz := (select substring(pg_get_constraintdef(oid) from '''([^'']+)''')::timestamptz
                          from pg_constraint where conname = 'discovered_devices_first');
  -- Like the months that the program creates (platform/db/partitions.ts), after the last month in it.
  name text := 'discovered_devices_' || to_char((bound - interval '1 day') at time zone 'utc', 'YYYY_MM');
begin
  execute format('alter table discovered_devices rename to %I', name);
  execute format('alter table %I rename constraint discovered_devices_pkey to %I', name, name || '_pkey');
  -- Without a primary key, which would have to include the month: every partition has its own.
  execute format('create table discovered_devices (like %I including defaults) partition by range (created_at)', name);
  execute format('alter table discovered_devices attach partition %I for values from (minvalue) to (%L)', name, bound);
  execute format('alter table %I drop constraint discovered_devices_first', name);
end $$;
