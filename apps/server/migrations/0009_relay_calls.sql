-- Calls that the server made for the API tester. The row is there before the call; it never holds a key, a path or a query.
create table relay_calls (
  id bigint generated always as identity primary key,
  user_id uuid not null references users on delete cascade,
  -- null with the operation: an address that the user typed
  vendor varchar(50),
  operation varchar(50),
  origin text not null,
  method varchar(10) not null,
  -- null: it has not ended, or the process ended first
  outcome text check (outcome in ('answered', 'token-refused', 'blocked', 'failed')),
  status integer,
  at timestamptz not null default now()
);
create index relay_calls_user on relay_calls (user_id);
create index relay_calls_at on relay_calls (at);
