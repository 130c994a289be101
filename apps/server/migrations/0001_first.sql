-- The schema, in groups of what belongs together. It does not change any more: later migrations add to it.
--
-- Every row belongs to a row of `users`, its owner. The column is called `owner`, but `user_id` where the specification says so.

---------- Users: who uses the product, how a browser proves it, and how to come back after losing the browser ----------

create table users (
  id uuid primary key default gen_random_uuid(),
  -- demo-user- and nine characters: what `userId` means on the wire
  username text not null unique,
  password text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  -- set when the user asked to be forgotten; the rows go in the background
  forgotten_at timestamptz,
  -- a browser; or the installation itself, of which there is one, and which is never forgotten
  kind text not null default 'browser' check (kind in ('browser', 'installation'))
);
create unique index users_installation on users (kind) where kind = 'installation';
insert into users (id, username, password, kind)
values ('00000000-0000-4000-8000-000000000001', 'installation', '!', 'installation');
create index users_last_used_at on users (last_used_at);

create table sessions (
  -- SHA-256 of the cookie; the cookie itself is stored nowhere
  token_hash bytea primary key,
  owner uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  -- what the user is shown of the session: it grants nothing
  id uuid not null default gen_random_uuid(),
  -- that used it last, such as 'Chrome on Windows'
  browser text
);
create index sessions_owner on sessions (owner);
-- A session ends when it was not used for some time, and some time after it began, however often it is used.
create index sessions_last_used_at on sessions (last_used_at);
create index sessions_created_at on sessions (created_at);
create unique index sessions_id on sessions (id);

create table recovery_codes (
  owner uuid primary key references users on delete cascade,
  -- the part of a code that finds it, so that wrong tries can be counted
  selector text not null unique,
  secret_hash bytea not null,
  wrong_tries integer not null default 0,
  created_at timestamptz not null default now()
);

-- A name is given once and never again, not even after its user is gone.
create table retired_usernames (
  username_hash bytea primary key
);

-- Lost in a crash, which only makes the limits start afresh.
create unlogged table rate_limits (
  key text primary key,
  full_at timestamptz not null
);

---------- Vendor keys: the users' own vendor credentials ----------

-- Data keys, each wrapped by a master key that the database never sees.
create table data_keys (
  id text primary key,
  wrapped text not null,
  master_key_id text not null,
  -- the one that new values are sealed with; others only open what they sealed
  is_active boolean not null,
  created_at timestamptz not null default now()
);
create unique index data_keys_active on data_keys (is_active) where is_active;

create table api_keys (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  vendor varchar(50) not null,
  key_type varchar(50) not null,
  -- sealed; the clear value is stored nowhere
  key_value text not null,
  description text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- what the list shows of a key, so that showing it needs no unsealing
  masked text not null,
  last_used_at timestamptz,
  unique (user_id, vendor, key_type)
);

-- What the vendor said when the keys were last tested.
create table vendor_key_tests (
  owner uuid not null references users on delete cascade,
  vendor varchar(50) not null,
  outcome text not null,
  tested_at timestamptz not null default now(),
  primary key (owner, vendor)
);

---------- Access tokens: with which other applications call us ----------

create table external_api_tokens (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  token_name text not null,
  -- SHA-256 of the token; the token itself is stored nowhere
  token_hash bytea not null unique,
  -- its first and last characters, for its owner to tell it by
  masked text not null,
  is_active boolean not null default true,
  expires_at timestamptz,
  usage_count bigint not null default 0,
  last_used_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
) with (fillfactor = 80);
create index external_api_tokens_user_id on external_api_tokens (user_id);

-- What all processes together have taken of a token's allowance. Lost in a crash, which only makes it start afresh.
create unlogged table access_token_windows (
  token_id uuid primary key references external_api_tokens on delete cascade,
  started_at timestamptz not null,
  taken integer not null
) with (fillfactor = 50);

---------- Lookups: what vendors answered, and how each credential of theirs may be used ----------

create table warranty_records (
  -- of the credentials that the vendor was asked with. Answers to the installation's are for everyone
  owner uuid not null,
  vendor text not null,
  serial text not null,
  -- by the simulator of demo mode
  is_simulated boolean not null default false,
  -- the vendor's answer in its own stamps and words; dates and status are decided when it is read
  answer json not null,
  -- when the vendor last gave the answer
  checked_at timestamptz not null default now(),
  -- when the vendor first gave the answer
  changed_at timestamptz not null default now(),
  -- answers go with their owner, who is locked for every new one: the installation would be locked by all of them
  erased_with uuid generated always as (nullif(owner, '00000000-0000-4000-8000-000000000001')) stored
    references users on delete cascade,
  primary key (owner, vendor, serial, is_simulated)
);
create index warranty_records_erased_with on warranty_records (erased_with) where erased_with is not null;
create index warranty_records_checked_at on warranty_records (checked_at);

-- The answers before the one in `warranty_records` (ADR 020): each held from `changed_at` until `replaced_at`. Times come first,
-- because they would be padded after texts.
create table warranty_history (
  changed_at timestamptz not null,
  -- when the vendor last gave this answer
  checked_at timestamptz not null,
  -- when it first gave another one
  replaced_at timestamptz not null,
  -- like `warranty_records`
  owner uuid not null,
  vendor text not null,
  serial text not null,
  is_simulated boolean not null default false,
  answer json not null,
  erased_with uuid generated always as (nullif(owner, '00000000-0000-4000-8000-000000000001')) stored
    references users on delete cascade,
  primary key (owner, vendor, serial, is_simulated, changed_at),
  check (changed_at < replaced_at)
);
create index warranty_history_erased_with on warranty_history (erased_with) where erased_with is not null;
create index warranty_history_replaced_at on warranty_history (replaced_at);

-- A trigger sees the record that is locked for the update, so that concurrent writers cannot lose an answer. New records and
-- confirmed answers do not call it.
--
-- The clock is read while the record is locked. now() is the start of the transaction: a writer that waited for another would be
-- earlier than the answer that it replaces. greatest() keeps the order if the clock of the server is set back.
create function store_replaced_answer() returns trigger language plpgsql as $$
begin
  new.changed_at := greatest(clock_timestamp(), old.checked_at + interval '1 microsecond', old.changed_at + interval '1 microsecond');
  new.checked_at := new.changed_at;
  insert into warranty_history (changed_at, checked_at, replaced_at, owner, vendor, serial, is_simulated, answer)
  values (old.changed_at, old.checked_at, new.changed_at,
          old.owner, old.vendor, old.serial, old.is_simulated, old.answer);
  return new;
end $$;
create trigger warranty_records_replaced before update on warranty_records
  for each row when (old.answer::text is distinct from new.answer::text) execute function store_replaced_answer();

-- The devices that an owner has looked up on the installation's credentials. Answers to these are shared by all owners, so this says
-- who may read one again without a lookup. Bulk runs are not copied: their serials are in `bulk_serials`.
create table looked_up_serials (
  owner uuid not null references users (id) on delete cascade,
  vendor text not null,
  serial text not null,
  looked_up_at timestamptz not null default now(),
  primary key (owner, vendor, serial)
);
create index looked_up_serials_looked_up_at on looked_up_serials (looked_up_at);

-- Written before every call of a vendor. Lost in a crash, which only makes pace and breaker start afresh.
create unlogged table vendor_gates (
  -- the owner's id, a colon and the vendor
  credential text primary key,
  owner uuid not null references users on delete cascade,
  -- pace: the moment the next call may start
  next_at timestamptz not null default now(),
  -- the vendor said so (429)
  blocked_until timestamptz,
  -- breaker: failures in a row, until when nobody asks, and who tries first afterwards
  failures integer not null default 0,
  open_until timestamptz,
  probe_until timestamptz
);
create index vendor_gates_owner on vendor_gates (owner);

-- Vendor calls on the installation's credentials per day (UTC), of an owner or of a client. Logged, unlike vendor_gates:
-- after a crash of the database, the calls of the day must not be available again.
create table vendor_call_counts (
  day date not null,
  -- "owner:" and its id, or "client:" and the IP address or network
  key text not null,
  -- the row is deleted with its owner; null for a client
  owner uuid references users on delete cascade,
  calls integer not null default 0,
  primary key (day, key)
) with (fillfactor = 50);
create index vendor_call_counts_owner on vendor_call_counts (owner) where owner is not null;

---------- Bulk runs: a file, its rows, and what became of each ----------

create table bulk_runs (
  key bigint generated always as identity primary key,
  owner uuid not null references users on delete cascade,
  -- what the client knows it by, and its progressId
  id uuid not null,
  -- of the same body: the same request sent again is the same run
  request_hash bytea not null,
  -- rows are in the partition of this day
  day date not null default (now() at time zone 'utc')::date,
  status text not null default 'created',
  -- how the file is to be read and enriched
  options json not null,
  -- what the file turned out to be: columns, encoding, delimiter, dates
  source json,
  total_rows integer not null default 0,
  -- rows that are not asked for, by outcome
  skipped integer not null default 0,
  not_processed integer not null default 0,
  manufacturer_stats json,
  notices json not null default '[]',
  notices_count integer not null default 0,
  -- why it is paused or has failed, as a sentence
  problem text,
  progress_hidden boolean not null default false,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  -- when it last began or went on: what a chunk learned before that does not pause it again
  processing_since timestamptz,
  -- who is sending the file, and until when that counts without another sign of life; a session lock would hold a connection for
  -- as long as the upload takes
  upload_id uuid,
  upload_expires_at timestamptz,
  -- rows of a file that is still arriving: they count against the quota before the run has them
  arrived_rows integer not null default 0,
  -- that it was created from, for its share of the daily calls
  client_key text not null,
  -- set if it is paused and continues by itself, and when
  continues_at timestamptz,
  -- bytes of the file, counted before they are written
  arrived_bytes bigint not null default 0,
  -- of the uploaded file, so that the download can have the same one; `source` can be as large as a header row
  format text not null default 'csv',
  -- how many rows of each vendor it could look up but did not, because the vendor was not among those of the run; counting would
  -- read all rows
  unprocessed json not null default '{}',
  unique (owner, id)
);
create index bulk_runs_live on bulk_runs (key) where status in ('loading', 'preparing', 'processing');
create index bulk_runs_created_at on bulk_runs (created_at);
create index bulk_runs_continues_at on bulk_runs (continues_at) where continues_at is not null;

-- A row of the file. Dropping a day is one statement.
create table bulk_rows (
  day date not null,
  run bigint not null,
  row integer not null,
  line integer not null,
  -- null where the row is not asked for; then `outcome` says so
  vendor text,
  serial text,
  manufacturer text,
  outcome text,
  reason text,
  cells json not null,
  primary key (day, run, row)
) partition by range (day);

-- What the vendor said about each serial of a run, so that a row finds its answer by one key, wherever in the file the serial came
-- up first. A serial is written when it has been looked up.
create table bulk_serials (
  day date not null,
  run bigint not null,
  vendor text not null,
  serial text not null,
  answer json not null,
  primary key (day, run, vendor, serial)
) partition by range (day);

-- What is asked of a vendor in one call. This is the truth; a job only makes a worker look at it.
create table bulk_chunks (
  run bigint not null references bulk_runs on delete cascade,
  chunk integer not null,
  vendor text not null,
  serials json not null,
  -- rows that hold one of the serials, and per serial how many
  rows integer not null,
  rows_each json not null,
  is_done boolean not null default false,
  -- the job that is looking it up; void once that job is over
  claimed_by uuid,
  -- rows by outcome, once it is done
  counts json,
  done_at timestamptz,
  -- by position, once it is done: when the coverage ends; empty where it has no end, null where the lookup failed
  ends json,
  -- when the vendor last said of a device in it that it does not know it, or cannot tell it from others: until that answer has
  -- aged, asking again would only bring the same one back
  unknown_checked_at timestamptz,
  -- all serials had a cached answer when the run was prepared: no vendor is called for it, so how fast it was done says nothing
  -- about the others
  is_cached boolean not null default false,
  primary key (run, chunk)
);
create index bulk_chunks_open on bulk_chunks (run, chunk) where not is_done;

-- The workbook of a run as it was uploaded, in pieces: results are added to it when it is downloaded.
create table bulk_workbooks (
  day date not null,
  run bigint not null,
  piece integer not null,
  bytes bytea not null,
  primary key (day, run, piece)
) partition by range (day);
-- Workbooks are compressed already.
alter table bulk_workbooks alter column bytes set storage external;

---------- Network agents: what they prove themselves with, and the scans they sent (ADR 017) ----------

create table agent_secrets (
  id uuid primary key default gen_random_uuid(),
  owner uuid not null references users on delete cascade,
  name text not null,
  -- SHA-256 of the secret; the secret itself is stored nowhere
  secret_hash bytea not null unique,
  -- its first and last characters, for its owner to tell it by
  masked text not null,
  created_at timestamptz not null default now(),
  -- that sent the first scan with it; no other agent may use it
  agent_id text,
  -- never bound to an agent
  for_several_agents boolean not null default false
);
create index agent_secrets_owner on agent_secrets (owner);

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
  -- its devices as one value: see features/agents/packed-devices.ts
  packed_devices bytea not null,
  unique (owner, agent_id, scan_timestamp, body_hash)
);
-- It is compressed already.
alter table agent_discovery_sessions alter column packed_devices set storage external;
-- Listed by the time of the scan: one that was sent late belongs where it was made.
create index agent_discovery_sessions_by_scan_time on agent_discovery_sessions (owner, scan_timestamp, created_at, id);
create index agent_discovery_sessions_secret_id on agent_discovery_sessions (secret_id, created_at);
create index agent_discovery_sessions_created_at on agent_discovery_sessions (created_at);

-- The devices of the newest scan of each agent. The program creates a partition per month. There is no primary key, because it
-- would have to include the time. A foreign key would lock the scans whenever a month is created or dropped, so a trigger
-- deletes devices with their scan.
create table discovered_devices (
  session_id uuid not null,
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
  -- when the row was stored, which decides its month
  created_at timestamptz not null default now()
) partition by range (created_at);
create index discovered_devices_session_id on discovered_devices (session_id);

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

create function delete_discovered_devices() returns trigger language plpgsql as $$
begin
  perform delete_devices_of(array(select id from deleted));
  return null;
end $$;
create trigger agent_discovery_sessions_devices after delete on agent_discovery_sessions
  referencing old table as deleted for each statement execute function delete_discovered_devices();

-- What an owner's discoveries add up to. Counting the devices of thousands of scans for every new one would be too slow, and
-- concurrent scans must not exceed the limit together.
create table discovery_usage (
  owner uuid primary key references users (id) on delete cascade,
  scans integer not null,
  devices bigint not null
) with (fillfactor = 50);

---------- Audit: what was done, by whom and when (ADR 013) ----------

-- Ids and kinds only, never names, values, serial numbers or addresses. Rows outlive their user, so there are no foreign keys.
create table audit_events (
  at timestamptz not null default now(),
  id uuid not null default gen_random_uuid(),
  -- whose data it is
  owner uuid not null,
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

-- The events may belong to another role than the one of the program (docs/deployment.md), which then can add and read them and
-- nothing else. These functions run with the rights of that role, and are the only way to create and drop months. Their
-- search_path has no schema to which the program may add functions or operators: it could have its own run with those rights.
do $migration$
begin
  -- Creates the table of a month. Takes no lock if it exists, and otherwise none that makes reads or writes wait.
  execute replace($definition$
create function make_audit_month(first_day date) returns void
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

---------- Metrics ----------

-- What one process read for all of them, such as the length of the queue: metrics are collected by every process, and reading
-- some of them takes PostgreSQL a while.
create table shared_figures (
  name text primary key,
  read_at timestamptz not null default '-infinity',
  figures jsonb
);
