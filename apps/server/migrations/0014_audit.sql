-- What was done, by whom and when: ids and kinds only, never names, values, serial numbers or addresses. Rows outlive their
-- user, so there are no foreign keys. The program creates and drops the months.
create table audit_events (
  at timestamptz not null default now(),
  id uuid not null default gen_random_uuid(),
  -- whose data it is; null: the installation's
  owner uuid,
  actor_kind text not null
    check (actor_kind in ('browser', 'person', 'token', 'agent', 'operator', 'system', 'command')),
  actor_id uuid,
  action text not null,
  target_id text,
  outcome text not null default 'done' check (outcome in ('done', 'refused')),
  request_id uuid,
  -- with the key of the month, which is deleted when the month is over
  address_hash text,
  details jsonb not null default '{}',
  primary key (at, id)
) partition by range (at);
create index audit_events_owner on audit_events (owner, at desc, id desc);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'audit events are never changed' using errcode = '42501';
end $$;

-- PostgreSQL copies row triggers to every partition, but not statement triggers: each month gets its own.
create trigger audit_events_final before update or delete on audit_events
  for each row execute function refuse_audit_change();
create trigger audit_events_final_statement before update or delete or truncate on audit_events
  for each statement execute function refuse_audit_change();

-- The keys of the hashes: of addresses in audit events, and of owners in request logs.
create table audit_address_keys (
  month date primary key,
  key bytea not null
);

-- Creates the table and the key of a month. Does nothing, and takes no lock, if they exist.
create function make_audit_month(first_day date) returns void language plpgsql as $$
declare
  name text := 'audit_events_' || to_char(first_day, 'YYYY_MM');
begin
  if to_regclass(name) is null then
    perform pg_advisory_xact_lock(7241989005);
    execute format('create table if not exists %I partition of audit_events for values from (%L) to (%L)',
                   name, first_day::timestamp at time zone 'utc', (first_day + interval '1 month') at time zone 'utc');
    execute format('create or replace trigger audit_events_final_statement before update or delete or truncate on %I '
                   'for each statement execute function refuse_audit_change()', name);
  end if;
  insert into audit_address_keys (month, key)
    values (first_day, sha256((gen_random_uuid()::text || gen_random_uuid()::text)::bytea))
    on conflict do nothing;
end $$;

-- `vendor_key_audit` was the source. It gets no new rows, and a later version drops it.
alter table api_keys add column last_used_at timestamptz;
update api_keys k
   set last_used_at = (select max(at) from vendor_key_audit a
                        where a.user_id = k.user_id and a.vendor = k.vendor and a.action = 'use');
