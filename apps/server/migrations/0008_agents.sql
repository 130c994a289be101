-- Network agents: what they prove themselves with, and the scans they sent.

create table agent_secrets (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  name text not null,
  -- SHA-256 of the secret; the secret itself is stored nowhere
  secret_hash bytea not null unique,
  -- its first and last characters, for its owner to tell it by
  masked text not null,
  created_at timestamptz not null default now()
);
create index agent_secrets_user_id on agent_secrets (user_id);

create table agent_discovery_sessions (
  id uuid primary key default gen_random_uuid(),
  owner uuid not null references users on delete cascade,
  agent_id text not null,
  platform text not null,
  hostname text,
  version text,
  -- by the clock of the agent
  scan_timestamp timestamptz not null,
  total_devices text not null,
  -- devices whose serial number is known
  serial_count integer not null,
  -- SHA-256 of what was sent: the same scan sent again is the same session
  body_hash bytea not null,
  -- void once the secret is revoked
  secret_id uuid references agent_secrets on delete set null,
  -- by our clock
  created_at timestamptz not null default now(),
  unique (owner, agent_id, scan_timestamp, body_hash)
);
create index agent_discovery_sessions_newest on agent_discovery_sessions (owner, created_at, id);
create index agent_discovery_sessions_secret_id on agent_discovery_sessions (secret_id, created_at);
create index agent_discovery_sessions_created_at on agent_discovery_sessions (created_at);

create table discovered_devices (
  session_id uuid not null references agent_discovery_sessions on delete cascade,
  -- its place in the scan, from 1
  id integer not null,
  ip inet not null,
  hostname text,
  mac text,
  -- a list of numbers as JSON
  open_ports text not null,
  timestamp timestamptz not null,
  agent_id text not null,
  -- what is known beyond the address
  vendor text,
  manufacturer text,
  model text,
  serial text,
  serial_source text,
  uuid text,
  os text,
  primary key (session_id, id)
);
