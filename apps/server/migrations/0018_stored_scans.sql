-- The newest scan of an agent stays as rows; all scans are also stored as one compressed value each (ADR 017). The rows move to
-- a table per month in the next migration, which must not hold the locks of this one while it checks every row.

-- The devices of a scan: see features/agents/packed-devices.ts. Null: they are rows of `discovered_devices`.
alter table agent_discovery_sessions add column packed_devices bytea;
-- It is compressed already.
alter table agent_discovery_sessions alter column packed_devices set storage external;

-- When the row was stored, which decides its month. Existing rows get the time of this migration.
alter table discovered_devices add column created_at timestamptz not null default now();

-- A foreign key would lock the sessions whenever a month is created or dropped. A trigger deletes devices with their scan instead,
-- also for processes of the previous version.
alter table discovered_devices drop constraint discovered_devices_session_id_fkey;
create function delete_discovered_devices() returns trigger language plpgsql as $$
begin
  delete from discovered_devices where session_id in (select id from deleted);
  return null;
end $$;
create trigger agent_discovery_sessions_devices after delete on agent_discovery_sessions
  referencing old table as deleted for each statement execute function delete_discovered_devices();

-- The table becomes the first partition, up to the end of next month: this month may end before the next migration.
do $$
begin
  execute format('alter table discovered_devices add constraint discovered_devices_first check (created_at < %L) not valid',
                 (date_trunc('month', now() at time zone 'utc') + interval '2 months') at time zone 'utc');
end $$;
