-- Vendor calls on the server's own credentials per day (UTC), of an owner or of an address. Logged, unlike vendor_gates:
-- after a crash of the database, the calls of the day must not be available again.
create table vendor_call_counts (
  day date not null,
  -- "owner:" and the user's id, or "address:" and the IP address or network
  key text not null,
  -- The row is deleted with the user; null for an address.
  owner uuid references users on delete cascade,
  calls integer not null default 0,
  primary key (day, key)
) with (fillfactor = 50);
create index vendor_call_counts_owner on vendor_call_counts (owner) where owner is not null;

-- The address that a run was created from, for its share of the daily calls. Null for older runs.
alter table bulk_runs add column address text;
-- Set if a paused run continues by itself, and when.
alter table bulk_runs add column continues_at timestamptz;
create index bulk_runs_continues_at on bulk_runs (continues_at) where continues_at is not null;

-- Until now, answers of the simulator were stored like those of vendors, and nothing in them tells which is which.
truncate warranty_records;
create index warranty_records_checked_at on warranty_records (checked_at);
