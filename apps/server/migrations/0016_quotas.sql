-- Bytes of a run's file, counted before they are written, like arrived_rows. Runs from before count 0.
alter table bulk_runs add column arrived_bytes bigint not null default 0;

-- What an owner's discoveries add up to. Counting the devices of thousands of scans for every new one would be too slow, and
-- concurrent scans must not exceed the limit together.
create table discovery_usage (
  owner uuid primary key references users (id) on delete cascade,
  scans integer not null,
  devices bigint not null
) with (fillfactor = 50);
insert into discovery_usage (owner, scans, devices)
select owner, count(*), sum(total_devices::bigint) from agent_discovery_sessions group by owner;
