-- What the migrations add up to, for reading: the server creates its tables with the migrations.
-- Written by `npm run docs`. pg-boss creates the tables of the queue itself, in the schema pgboss.

CREATE OR REPLACE FUNCTION public.delete_devices_of(scans uuid[])
 RETURNS integer
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  deleted_rows integer;
begin
  delete from discovered_devices where session_id = any(scans);
  get diagnostics deleted_rows = row_count;
  return deleted_rows;
end $function$;

CREATE OR REPLACE FUNCTION public.delete_discovered_devices()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform delete_devices_of(array(select id from deleted));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.drop_audit_months(before date)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET lock_timeout TO '200ms'
AS $function$
declare
  month text;
begin
  for month in
    select relname from pg_inherits join pg_class on pg_class.oid = inhrelid
     where inhparent = 'public.audit_events'::regclass and relname ~ '^audit_events_\d{4}_\d{2}$'
       and relname < 'audit_events_' || to_char(least(before, (now() at time zone 'utc')::date - 30), 'YYYY_MM')
     order by relname
  loop
    execute format('drop table public.%I', month);
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.make_audit_month(first_day date)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET lock_timeout TO '3s'
AS $function$
declare
  name text := 'audit_events_' || to_char(first_day, 'YYYY_MM');
  first timestamp := date_trunc('month', first_day::timestamp);
begin
  -- A query of the catalog, because to_regclass does not see what another process created while this one waited for the lock.
  if exists (select from pg_class where relnamespace = 'public'::regnamespace and relname = name) then return; end if;
  perform pg_advisory_xact_lock(7241989003);
  if exists (select from pg_class where relnamespace = 'public'::regnamespace and relname = name) then return; end if;
  execute format('create table public.%I (like public.audit_events including all)', name);
  execute format('create trigger audit_events_final_statement before update or delete or truncate on public.%I '
                 'for each statement execute function public.refuse_audit_change()', name);
  execute format('alter table public.audit_events attach partition public.%I for values from (%L) to (%L)', name,
                 first at time zone 'utc', (first + interval '1 month') at time zone 'utc');
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_audit_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'audit events are never changed' using errcode = '42501';
end $function$;

CREATE OR REPLACE FUNCTION public.store_replaced_answer()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.changed_at := greatest(clock_timestamp(), old.checked_at + interval '1 microsecond', old.changed_at + interval '1 microsecond');
  new.checked_at := new.changed_at;
  insert into warranty_history (changed_at, checked_at, replaced_at, owner, vendor, serial, is_simulated, answer)
  values (old.changed_at, old.checked_at, new.changed_at,
          old.owner, old.vendor, old.serial, old.is_simulated, old.answer);
  return new;
end $function$;

CREATE TABLE users (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  username text NOT NULL,
  password text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  last_used_at timestamp with time zone NOT NULL DEFAULT now(),
  forgotten_at timestamp with time zone,
  kind text NOT NULL DEFAULT 'browser'::text,
  suspended_at timestamp with time zone,
  CONSTRAINT users_pkey PRIMARY KEY (id),
  CONSTRAINT users_installation_is_never_suspended CHECK (kind <> 'installation'::text OR suspended_at IS NULL),
  CONSTRAINT users_kind CHECK (kind = ANY (ARRAY['browser'::text, 'installation'::text, 'person'::text, 'organization'::text])),
  CONSTRAINT users_username_key UNIQUE (username)
);
CREATE UNIQUE INDEX users_installation ON users USING btree (kind) WHERE kind = 'installation'::text;
CREATE INDEX users_last_used_at ON users USING btree (last_used_at);

CREATE TABLE organizations (
  id uuid NOT NULL,
  name text NOT NULL,
  erase_at timestamp with time zone,
  CONSTRAINT organizations_pkey PRIMARY KEY (id),
  CONSTRAINT organizations_name_check CHECK (length(name) >= 1 AND length(name) <= 100),
  CONSTRAINT organizations_id_fkey FOREIGN KEY (id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX organizations_erase_at ON organizations USING btree (erase_at) WHERE erase_at IS NOT NULL;

CREATE TABLE people (
  id uuid NOT NULL,
  name text NOT NULL,
  email text,
  signed_in_at timestamp with time zone,
  CONSTRAINT people_pkey PRIMARY KEY (id),
  CONSTRAINT people_email_check CHECK (length(email) <= 254),
  CONSTRAINT people_name_check CHECK (length(name) >= 1 AND length(name) <= 100),
  CONSTRAINT people_id_fkey FOREIGN KEY (id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE memberships (
  owner uuid NOT NULL,
  person_id uuid NOT NULL,
  role text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT memberships_pkey PRIMARY KEY (owner, person_id),
  CONSTRAINT memberships_role_check CHECK (role = ANY (ARRAY['viewer'::text, 'member'::text, 'admin'::text])),
  CONSTRAINT memberships_owner_fkey FOREIGN KEY (owner) REFERENCES organizations(id) ON DELETE CASCADE,
  CONSTRAINT memberships_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE
);
CREATE INDEX memberships_person_id ON memberships USING btree (person_id);

CREATE TABLE external_api_tokens (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL,
  token_name text NOT NULL,
  token_hash bytea NOT NULL,
  masked text NOT NULL,
  is_active boolean NOT NULL DEFAULT true,
  expires_at timestamp with time zone,
  usage_count bigint NOT NULL DEFAULT 0,
  last_used_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  scopes text[],
  created_by uuid,
  CONSTRAINT external_api_tokens_pkey PRIMARY KEY (id),
  CONSTRAINT external_api_tokens_member FOREIGN KEY (user_id, created_by) REFERENCES memberships(owner, person_id) ON DELETE SET NULL (created_by),
  CONSTRAINT external_api_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT external_api_tokens_token_hash_key UNIQUE (token_hash)
) WITH (fillfactor=80);
CREATE INDEX external_api_tokens_user_id ON external_api_tokens USING btree (user_id);

CREATE UNLOGGED TABLE access_token_windows (
  token_id uuid NOT NULL,
  started_at timestamp with time zone NOT NULL,
  taken integer NOT NULL,
  CONSTRAINT access_token_windows_pkey PRIMARY KEY (token_id),
  CONSTRAINT access_token_windows_token_id_fkey FOREIGN KEY (token_id) REFERENCES external_api_tokens(id) ON DELETE CASCADE
) WITH (fillfactor=50);

CREATE TABLE agent_secrets (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  owner uuid NOT NULL,
  name text NOT NULL,
  secret_hash bytea NOT NULL,
  masked text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  agent_id text,
  for_several_agents boolean NOT NULL DEFAULT false,
  created_by uuid,
  CONSTRAINT agent_secrets_pkey PRIMARY KEY (id),
  CONSTRAINT agent_secrets_created_by FOREIGN KEY (created_by) REFERENCES people(id) ON DELETE SET NULL,
  CONSTRAINT agent_secrets_owner_fkey FOREIGN KEY (owner) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT agent_secrets_secret_hash_key UNIQUE (secret_hash)
);
CREATE INDEX agent_secrets_owner ON agent_secrets USING btree (owner);

CREATE TABLE agent_discovery_sessions (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  owner uuid NOT NULL,
  agent_id text NOT NULL,
  platform text NOT NULL,
  hostname text,
  version text,
  scan_timestamp timestamp with time zone NOT NULL,
  total_devices text NOT NULL,
  serial_count integer NOT NULL,
  body_hash bytea NOT NULL,
  secret_id uuid,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  packed_devices bytea NOT NULL,
  CONSTRAINT agent_discovery_sessions_pkey PRIMARY KEY (id),
  CONSTRAINT agent_discovery_sessions_owner_fkey FOREIGN KEY (owner) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT agent_discovery_sessions_secret_id_fkey FOREIGN KEY (secret_id) REFERENCES agent_secrets(id) ON DELETE SET NULL,
  CONSTRAINT agent_discovery_sessions_owner_agent_id_scan_timestamp_body_key UNIQUE (owner, agent_id, scan_timestamp, body_hash)
);
CREATE INDEX agent_discovery_sessions_by_scan_time ON agent_discovery_sessions USING btree (owner, scan_timestamp, created_at, id);
CREATE INDEX agent_discovery_sessions_created_at ON agent_discovery_sessions USING btree (created_at);
CREATE INDEX agent_discovery_sessions_secret_id ON agent_discovery_sessions USING btree (secret_id, created_at);
CREATE TRIGGER agent_discovery_sessions_devices AFTER DELETE ON agent_discovery_sessions REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION delete_discovered_devices();

CREATE TABLE api_keys (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL,
  vendor character varying(50) NOT NULL,
  key_type character varying(50) NOT NULL,
  key_value text NOT NULL,
  description text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  masked text NOT NULL,
  last_used_at timestamp with time zone,
  CONSTRAINT api_keys_pkey PRIMARY KEY (id),
  CONSTRAINT api_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT api_keys_user_id_vendor_key_type_key UNIQUE (user_id, vendor, key_type)
);

CREATE TABLE audit_address_keys (
  month date NOT NULL,
  key bytea NOT NULL,
  CONSTRAINT audit_address_keys_pkey PRIMARY KEY (month)
);

CREATE TABLE audit_events (
  at timestamp with time zone NOT NULL DEFAULT now(),
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  owner uuid NOT NULL,
  actor_kind text NOT NULL,
  actor_id uuid,
  action text NOT NULL,
  target_id text,
  outcome text NOT NULL DEFAULT 'done'::text,
  request_id uuid,
  address_hash text,
  details jsonb NOT NULL DEFAULT '{}'::jsonb,
  CONSTRAINT audit_events_pkey PRIMARY KEY (at, id),
  CONSTRAINT audit_events_actor_kind_check CHECK (actor_kind = ANY (ARRAY['browser'::text, 'person'::text, 'token'::text, 'agent'::text, 'operator'::text, 'system'::text, 'command'::text])),
  CONSTRAINT audit_events_outcome_check CHECK (outcome = ANY (ARRAY['done'::text, 'refused'::text]))
) PARTITION BY RANGE (at);
CREATE INDEX audit_events_owner ON ONLY audit_events USING btree (owner, at DESC, id DESC);
CREATE TRIGGER audit_events_final BEFORE DELETE OR UPDATE ON audit_events FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_events_final_statement BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

CREATE TABLE bulk_runs (
  key bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  owner uuid NOT NULL,
  id uuid NOT NULL,
  request_hash bytea NOT NULL,
  day date NOT NULL DEFAULT ((now() AT TIME ZONE 'utc'::text))::date,
  status text NOT NULL DEFAULT 'created'::text,
  options json NOT NULL,
  source json,
  total_rows integer NOT NULL DEFAULT 0,
  skipped integer NOT NULL DEFAULT 0,
  not_processed integer NOT NULL DEFAULT 0,
  manufacturer_stats json,
  notices json NOT NULL DEFAULT '[]'::json,
  notices_count integer NOT NULL DEFAULT 0,
  problem text,
  progress_hidden boolean NOT NULL DEFAULT false,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  processing_since timestamp with time zone,
  upload_id uuid,
  upload_expires_at timestamp with time zone,
  arrived_rows integer NOT NULL DEFAULT 0,
  client_key text NOT NULL,
  continues_at timestamp with time zone,
  arrived_bytes bigint NOT NULL DEFAULT 0,
  format text NOT NULL DEFAULT 'csv'::text,
  unprocessed json NOT NULL DEFAULT '{}'::json,
  created_by uuid,
  CONSTRAINT bulk_runs_pkey PRIMARY KEY (key),
  CONSTRAINT bulk_runs_created_by FOREIGN KEY (created_by) REFERENCES people(id) ON DELETE SET NULL,
  CONSTRAINT bulk_runs_owner_fkey FOREIGN KEY (owner) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT bulk_runs_owner_id_key UNIQUE (owner, id)
);
CREATE INDEX bulk_runs_continues_at ON bulk_runs USING btree (continues_at) WHERE continues_at IS NOT NULL;
CREATE INDEX bulk_runs_created_at ON bulk_runs USING btree (created_at);
CREATE INDEX bulk_runs_live ON bulk_runs USING btree (key) WHERE status = ANY (ARRAY['loading'::text, 'preparing'::text, 'processing'::text]);

CREATE TABLE bulk_chunks (
  run bigint NOT NULL,
  chunk integer NOT NULL,
  vendor text NOT NULL,
  serials json NOT NULL,
  rows integer NOT NULL,
  rows_each json NOT NULL,
  is_done boolean NOT NULL DEFAULT false,
  claimed_by uuid,
  counts json,
  done_at timestamp with time zone,
  ends json,
  unknown_checked_at timestamp with time zone,
  is_cached boolean NOT NULL DEFAULT false,
  CONSTRAINT bulk_chunks_pkey PRIMARY KEY (run, chunk),
  CONSTRAINT bulk_chunks_run_fkey FOREIGN KEY (run) REFERENCES bulk_runs(key) ON DELETE CASCADE
);
CREATE INDEX bulk_chunks_open ON bulk_chunks USING btree (run, chunk) WHERE NOT is_done;

CREATE TABLE bulk_rows (
  day date NOT NULL,
  run bigint NOT NULL,
  row integer NOT NULL,
  line integer NOT NULL,
  vendor text,
  serial text,
  manufacturer text,
  outcome text,
  reason text,
  cells json NOT NULL,
  CONSTRAINT bulk_rows_pkey PRIMARY KEY (day, run, "row")
) PARTITION BY RANGE (day);

CREATE TABLE bulk_serials (
  day date NOT NULL,
  run bigint NOT NULL,
  vendor text NOT NULL,
  serial text NOT NULL,
  answer json NOT NULL,
  CONSTRAINT bulk_serials_pkey PRIMARY KEY (day, run, vendor, serial)
) PARTITION BY RANGE (day);

CREATE TABLE bulk_workbooks (
  day date NOT NULL,
  run bigint NOT NULL,
  piece integer NOT NULL,
  bytes bytea NOT NULL,
  CONSTRAINT bulk_workbooks_pkey PRIMARY KEY (day, run, piece)
) PARTITION BY RANGE (day);

CREATE TABLE data_keys (
  id text NOT NULL,
  wrapped text NOT NULL,
  master_key_id text NOT NULL,
  is_active boolean NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT data_keys_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX data_keys_active ON data_keys USING btree (is_active) WHERE is_active;

CREATE TABLE discovered_devices (
  session_id uuid NOT NULL,
  id integer NOT NULL,
  ip inet NOT NULL,
  hostname text,
  mac text,
  open_ports text NOT NULL,
  timestamp timestamp with time zone NOT NULL,
  agent_id text NOT NULL,
  vendor text,
  manufacturer text,
  model text,
  serial text,
  serial_source text,
  uuid text,
  os text,
  created_at timestamp with time zone NOT NULL DEFAULT now()
) PARTITION BY RANGE (created_at);
CREATE INDEX discovered_devices_session_id ON ONLY discovered_devices USING btree (session_id);

CREATE TABLE discovery_usage (
  owner uuid NOT NULL,
  scans integer NOT NULL,
  devices bigint NOT NULL,
  CONSTRAINT discovery_usage_pkey PRIMARY KEY (owner),
  CONSTRAINT discovery_usage_owner_fkey FOREIGN KEY (owner) REFERENCES users(id) ON DELETE CASCADE
) WITH (fillfactor=50);

CREATE TABLE identities (
  issuer text NOT NULL,
  subject text NOT NULL,
  person_id uuid NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT identities_pkey PRIMARY KEY (issuer, subject),
  CONSTRAINT identities_issuer_check CHECK (length(issuer) <= 500),
  CONSTRAINT identities_subject_check CHECK (length(subject) >= 1 AND length(subject) <= 255),
  CONSTRAINT identities_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE
);
CREATE INDEX identities_person_id ON identities USING btree (person_id);

CREATE TABLE looked_up_serials (
  owner uuid NOT NULL,
  vendor text NOT NULL,
  serial text NOT NULL,
  looked_up_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT looked_up_serials_pkey PRIMARY KEY (owner, vendor, serial),
  CONSTRAINT looked_up_serials_owner_fkey FOREIGN KEY (owner) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX looked_up_serials_looked_up_at ON looked_up_serials USING btree (looked_up_at);

CREATE TABLE one_time_links (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  secret_hash bytea NOT NULL,
  owner uuid,
  role text,
  person_id uuid,
  label text NOT NULL DEFAULT ''::text,
  created_by uuid,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT one_time_links_pkey PRIMARY KEY (id),
  CONSTRAINT one_time_links_check CHECK (num_nonnulls(owner, person_id) = 1),
  CONSTRAINT one_time_links_check1 CHECK ((owner IS NULL) = (role IS NULL)),
  CONSTRAINT one_time_links_label_check CHECK (length(label) <= 100),
  CONSTRAINT one_time_links_role_check CHECK (role = ANY (ARRAY['viewer'::text, 'member'::text, 'admin'::text])),
  CONSTRAINT one_time_links_owner_created_by_fkey FOREIGN KEY (owner, created_by) REFERENCES memberships(owner, person_id) ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT one_time_links_owner_fkey FOREIGN KEY (owner) REFERENCES organizations(id) ON DELETE CASCADE,
  CONSTRAINT one_time_links_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE,
  CONSTRAINT one_time_links_secret_hash_key UNIQUE (secret_hash)
);
CREATE INDEX one_time_links_created_by ON one_time_links USING btree (owner, created_by);
CREATE INDEX one_time_links_expires_at ON one_time_links USING btree (expires_at);
CREATE INDEX one_time_links_person_id ON one_time_links USING btree (person_id);

CREATE TABLE passkeys (
  id bytea NOT NULL,
  person_id uuid NOT NULL,
  public_key bytea NOT NULL,
  counter bigint NOT NULL DEFAULT 0,
  transports text[] NOT NULL DEFAULT '{}'::text[],
  host text NOT NULL,
  name text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  last_used_at timestamp with time zone,
  CONSTRAINT passkeys_pkey PRIMARY KEY (id),
  CONSTRAINT passkeys_id_check CHECK (length(id) >= 1 AND length(id) <= 1023),
  CONSTRAINT passkeys_name_check CHECK (length(name) >= 1 AND length(name) <= 100),
  CONSTRAINT passkeys_public_key_check CHECK (length(public_key) <= 2048),
  CONSTRAINT passkeys_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE
);
CREATE INDEX passkeys_person_id ON passkeys USING btree (person_id);

CREATE UNLOGGED TABLE rate_limits (
  key text NOT NULL,
  full_at timestamp with time zone NOT NULL,
  CONSTRAINT rate_limits_pkey PRIMARY KEY (key)
);

CREATE TABLE recovery_codes (
  owner uuid NOT NULL,
  selector text NOT NULL,
  secret_hash bytea NOT NULL,
  wrong_tries integer NOT NULL DEFAULT 0,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT recovery_codes_pkey PRIMARY KEY (owner),
  CONSTRAINT recovery_codes_owner_fkey FOREIGN KEY (owner) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT recovery_codes_selector_key UNIQUE (selector)
);

CREATE TABLE retired_usernames (
  username_hash bytea NOT NULL,
  CONSTRAINT retired_usernames_pkey PRIMARY KEY (username_hash)
);

CREATE TABLE schema_migrations (
  name text NOT NULL,
  checksum text NOT NULL,
  applied_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT schema_migrations_pkey PRIMARY KEY (name)
);

CREATE TABLE sessions (
  token_hash bytea NOT NULL,
  owner uuid NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  last_used_at timestamp with time zone NOT NULL DEFAULT now(),
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  browser text,
  ends_at timestamp with time zone,
  method text,
  CONSTRAINT sessions_pkey PRIMARY KEY (token_hash),
  CONSTRAINT sessions_method CHECK (method = ANY (ARRAY['passkey'::text, 'provider'::text, 'link'::text])),
  CONSTRAINT sessions_owner_fkey FOREIGN KEY (owner) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX sessions_created_at ON sessions USING btree (created_at);
CREATE UNIQUE INDEX sessions_id ON sessions USING btree (id);
CREATE INDEX sessions_last_used_at ON sessions USING btree (last_used_at);
CREATE INDEX sessions_owner ON sessions USING btree (owner);

CREATE TABLE shared_figures (
  name text NOT NULL,
  read_at timestamp with time zone NOT NULL DEFAULT '-infinity'::timestamp with time zone,
  figures jsonb,
  CONSTRAINT shared_figures_pkey PRIMARY KEY (name)
);

CREATE UNLOGGED TABLE sign_in_attempts (
  attempt_hash bytea NOT NULL,
  browser_hash bytea NOT NULL,
  purpose text NOT NULL,
  person_id uuid,
  link_id uuid,
  return_to text NOT NULL DEFAULT '/'::text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT sign_in_attempts_pkey PRIMARY KEY (attempt_hash),
  CONSTRAINT sign_in_attempts_purpose_check CHECK (purpose = ANY (ARRAY['provider'::text, 'passkey'::text, 'new-passkey'::text])),
  CONSTRAINT sign_in_attempts_link_id_fkey FOREIGN KEY (link_id) REFERENCES one_time_links(id) ON DELETE CASCADE,
  CONSTRAINT sign_in_attempts_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE
);
CREATE INDEX sign_in_attempts_created_at ON sign_in_attempts USING btree (created_at);
CREATE INDEX sign_in_attempts_link_id ON sign_in_attempts USING btree (link_id);
CREATE INDEX sign_in_attempts_person_id ON sign_in_attempts USING btree (person_id);

CREATE TABLE vendor_call_counts (
  day date NOT NULL,
  key text NOT NULL,
  owner uuid,
  calls integer NOT NULL DEFAULT 0,
  CONSTRAINT vendor_call_counts_pkey PRIMARY KEY (day, key),
  CONSTRAINT vendor_call_counts_owner_fkey FOREIGN KEY (owner) REFERENCES users(id) ON DELETE CASCADE
) WITH (fillfactor=50);
CREATE INDEX vendor_call_counts_owner ON vendor_call_counts USING btree (owner) WHERE owner IS NOT NULL;

CREATE UNLOGGED TABLE vendor_gates (
  credential text NOT NULL,
  owner uuid NOT NULL,
  next_at timestamp with time zone NOT NULL DEFAULT now(),
  blocked_until timestamp with time zone,
  failures integer NOT NULL DEFAULT 0,
  open_until timestamp with time zone,
  probe_until timestamp with time zone,
  CONSTRAINT vendor_gates_pkey PRIMARY KEY (credential),
  CONSTRAINT vendor_gates_owner_fkey FOREIGN KEY (owner) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX vendor_gates_owner ON vendor_gates USING btree (owner);

CREATE TABLE vendor_key_tests (
  owner uuid NOT NULL,
  vendor character varying(50) NOT NULL,
  outcome text NOT NULL,
  tested_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT vendor_key_tests_pkey PRIMARY KEY (owner, vendor),
  CONSTRAINT vendor_key_tests_owner_fkey FOREIGN KEY (owner) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE warranty_history (
  changed_at timestamp with time zone NOT NULL,
  checked_at timestamp with time zone NOT NULL,
  replaced_at timestamp with time zone NOT NULL,
  owner uuid NOT NULL,
  vendor text NOT NULL,
  serial text NOT NULL,
  is_simulated boolean NOT NULL DEFAULT false,
  answer json NOT NULL,
  erased_with uuid GENERATED ALWAYS AS (NULLIF(owner, '00000000-0000-4000-8000-000000000001'::uuid)) STORED,
  CONSTRAINT warranty_history_pkey PRIMARY KEY (owner, vendor, serial, is_simulated, changed_at),
  CONSTRAINT warranty_history_check CHECK (changed_at < replaced_at),
  CONSTRAINT warranty_history_erased_with_fkey FOREIGN KEY (erased_with) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX warranty_history_erased_with ON warranty_history USING btree (erased_with) WHERE erased_with IS NOT NULL;
CREATE INDEX warranty_history_replaced_at ON warranty_history USING btree (replaced_at);

CREATE TABLE warranty_records (
  owner uuid NOT NULL,
  vendor text NOT NULL,
  serial text NOT NULL,
  is_simulated boolean NOT NULL DEFAULT false,
  answer json NOT NULL,
  checked_at timestamp with time zone NOT NULL DEFAULT now(),
  changed_at timestamp with time zone NOT NULL DEFAULT now(),
  erased_with uuid GENERATED ALWAYS AS (NULLIF(owner, '00000000-0000-4000-8000-000000000001'::uuid)) STORED,
  CONSTRAINT warranty_records_pkey PRIMARY KEY (owner, vendor, serial, is_simulated),
  CONSTRAINT warranty_records_erased_with_fkey FOREIGN KEY (erased_with) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX warranty_records_checked_at ON warranty_records USING btree (checked_at);
CREATE INDEX warranty_records_erased_with ON warranty_records USING btree (erased_with) WHERE erased_with IS NOT NULL;
CREATE TRIGGER warranty_records_replaced BEFORE UPDATE ON warranty_records FOR EACH ROW WHEN (old.answer::text IS DISTINCT FROM new.answer::text) EXECUTE FUNCTION store_replaced_answer();
