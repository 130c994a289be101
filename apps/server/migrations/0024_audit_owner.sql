-- The events may belong to another role than the one of the program (docs/deployment.md), which then can add and read them and
-- nothing else. These functions run with the rights of that role, and are the only way to create and drop months. Their
-- search_path has no schema to which the program may add functions or operators: it could have its own run with those rights.
do $migration$
begin
  -- Creates the table of a month. Takes no lock if it exists, and otherwise none that makes reads or writes wait.
  execute replace($definition$
create or replace function make_audit_month(first_day date) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '3s' as $$
declare
  name text := 'audit_events_' || to_char(first_day, 'YYYY_MM');
  first timestamp := date_trunc('month', first_day::timestamp);
begin
  -- A query of the catalog, because to_regclass does not see what another process created while this one waited for the lock.
  if exists (select from pg_class where relnamespace = 'SCHEMA'::regnamespace and relname = name) then return; end if;
  perform pg_advisory_xact_lock(7241989003);
  if exists (select from pg_class where relnamespace = 'SCHEMA'::regnamespace and relname = name) then return; end if;
  execute format('create table SCHEMA.%I (like SCHEMA.audit_events including all)', name);
  execute format('create trigger audit_events_final_statement before update or delete or truncate on SCHEMA.%I '
                 'for each statement execute function SCHEMA.refuse_audit_change()', name);
  execute format('alter table SCHEMA.audit_events attach partition SCHEMA.%I for values from (%L) to (%L)', name,
                 first at time zone 'utc', (first + interval '1 month') at time zone 'utc');
end $$
  $definition$, 'SCHEMA', quote_ident(current_schema()));

  -- Drops the months that ended before this day. No caller can drop the last 30 days, the least that AUDIT_DAYS allows. It waits
  -- only briefly for a transaction that uses the table, because others wait behind it.
  execute replace($definition$
create function drop_audit_months(before date) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '200ms' as $$
declare
  month text;
begin
  for month in
    select relname from pg_inherits join pg_class on pg_class.oid = inhrelid
     where inhparent = 'SCHEMA.audit_events'::regclass and relname ~ '^audit_events_\d{4}_\d{2}$'
       and relname < 'audit_events_' || to_char(least(before, (now() at time zone 'utc')::date - 30), 'YYYY_MM')
     order by relname
  loop
    execute format('drop table SCHEMA.%I', month);
  end loop;
end $$
  $definition$, 'SCHEMA', quote_ident(current_schema()));
end $migration$;

revoke all on function make_audit_month(date), drop_audit_months(date) from public;
