-- Who uses the product, how a browser proves it, and how to come back after losing the browser.

create table users (
  id uuid primary key default gen_random_uuid(),
  -- demo-user- and nine characters: what `userId` means on the wire
  username text not null unique,
  password text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  -- set when the user asked to be forgotten; the rows go in the background
  forgotten_at timestamptz
);
create index users_last_used_at on users (last_used_at);

create table sessions (
  -- SHA-256 of the cookie; the cookie itself is stored nowhere
  token_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now()
);
create index sessions_user_id on sessions (user_id);
create index sessions_last_used_at on sessions (last_used_at);

create table recovery_codes (
  user_id uuid primary key references users on delete cascade,
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
