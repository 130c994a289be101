-- Discoveries are listed by the time of their scan: one that was sent late belongs where it was made.
-- `if exists`: a database of a development version had this as number 0010.
create index if not exists agent_discovery_sessions_by_scan_time
  on agent_discovery_sessions (owner, scan_timestamp, created_at, id);
drop index if exists agent_discovery_sessions_newest;
