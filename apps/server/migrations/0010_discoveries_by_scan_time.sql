-- Discoveries are listed by the time of their scan: one that was sent late belongs where it was made.
create index agent_discovery_sessions_by_scan_time
  on agent_discovery_sessions (owner, scan_timestamp, created_at, id);
drop index agent_discovery_sessions_newest;
