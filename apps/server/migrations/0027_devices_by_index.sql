-- Deletes the rows of scans by their index, whatever the statistics say. A partition of a new month is empty when the statement is
-- planned, so that reading all of it seems best, and a connection uses that plan until the next vacuum. The settings are those of
-- the function: they end with the call, so they do not stay on a connection that a pooler gives to others.
create function delete_devices_of(scans uuid[]) returns integer language plpgsql
  set enable_seqscan = off
  set plan_cache_mode = force_generic_plan
as $$
declare
  deleted_rows integer;
begin
  delete from discovered_devices where session_id = any(scans);
  get diagnostics deleted_rows = row_count;
  return deleted_rows;
end $$;

create or replace function delete_discovered_devices() returns trigger language plpgsql as $$
begin
  perform delete_devices_of(array(select id from deleted));
  return null;
end $$;
