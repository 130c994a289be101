-- Bulk runs: a file, its rows, and what became of each.

create table bulk_runs (
  key bigint generated always as identity primary key,
  owner uuid not null references users on delete cascade,
  -- what the client knows it by, and its progressId
  id uuid not null,
  -- of the same body: the same request sent again is the same run
  request_hash bytea not null,
  -- rows lie in the partition of this day
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
  unique (owner, id)
);
create index bulk_runs_live on bulk_runs (key) where status in ('loading', 'preparing', 'processing');
create index bulk_runs_created_at on bulk_runs (created_at);

-- A row of the file. Dropping a day is one statement.
create table bulk_rows (
  day date not null,
  run bigint not null,
  row integer not null,
  line integer not null,
  -- null where the row is not asked for; then `outcome` says so
  vendor text,
  serial text,
  maker text,
  outcome text,
  reason text,
  cells json not null,
  primary key (day, run, row)
) partition by range (day);

-- The distinct serials of a run, and where in which chunk each one is.
create table bulk_serials (
  day date not null,
  run bigint not null,
  vendor text not null,
  serial text not null,
  chunk integer not null,
  position smallint not null,
  primary key (day, run, vendor, serial)
) partition by range (day);

-- What is asked of a vendor in one call. This is the truth; a job only wakes somebody up to look at it.
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
  -- by position, once it is done
  results json,
  -- rows by outcome, once it is done
  counts json,
  done_at timestamptz,
  primary key (run, chunk)
);
create index bulk_chunks_open on bulk_chunks (run, chunk) where not is_done;

-- Written before every call of a vendor. Lost in a crash of the database, which only makes pace and breaker start afresh.
alter table vendor_gates set unlogged;
