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

-- What the list shows of a key, so that showing it needs no unsealing.
alter table api_keys add column masked text not null default '';
alter table api_keys alter column masked drop default;

-- Written before a vendor key is used, changed or deleted; never holds a value.
create table vendor_key_audit (
  id bigint generated always as identity primary key,
  user_id uuid not null references users on delete cascade,
  vendor varchar(50) not null,
  -- null: all of the vendor's
  key_type varchar(50),
  action text not null check (action in ('save', 'test', 'use', 'delete')),
  at timestamptz not null default now()
);
create index vendor_key_audit_last on vendor_key_audit (user_id, vendor, action, at desc);
create index vendor_key_audit_at on vendor_key_audit (at);

-- What the vendor said when the keys were last tested.
create table vendor_key_tests (
  user_id uuid not null references users on delete cascade,
  vendor varchar(50) not null,
  outcome text not null,
  tested_at timestamptz not null default now(),
  primary key (user_id, vendor)
);

-- Answers and gates of a user's own keys go with the user.
alter table warranty_records add column owner uuid references users on delete cascade;
create index warranty_records_owner on warranty_records (owner) where owner is not null;
alter table vendor_gates add column owner uuid references users on delete cascade;
create index vendor_gates_owner on vendor_gates (owner) where owner is not null;
