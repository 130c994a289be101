-- What vendors answered, and how each credential of theirs may be used.

create table warranty_records (
  -- "system" for the installation's own credentials, else the owner's id
  scope text not null,
  vendor text not null,
  serial text not null,
  -- the vendor's answer in its own stamps and words; dates and status are decided when it is read
  answer json not null,
  checked_at timestamptz not null default now(),
  primary key (scope, vendor, serial)
);

create table vendor_gates (
  -- which credential: "system:dell", or an owner's
  credential text primary key,
  -- pace: the moment the next call may start
  next_at timestamptz not null default now(),
  -- the vendor said so (429)
  blocked_until timestamptz,
  -- breaker: failures in a row, until when nobody asks, and who tries first afterwards
  failures integer not null default 0,
  open_until timestamptz,
  probe_until timestamptz
);
