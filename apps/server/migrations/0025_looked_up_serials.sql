-- The devices that an owner has looked up on the server's own credentials. Answers to these are shared by all owners, so this says
-- who may read one again without a lookup. Bulk runs are not copied: their serials are in `bulk_serials`.
create table looked_up_serials (
  owner uuid not null references users (id) on delete cascade,
  vendor text not null,
  serial text not null,
  looked_up_at timestamptz not null default now(),
  primary key (owner, vendor, serial)
);
create index looked_up_serials_looked_up_at on looked_up_serials (looked_up_at);
