-- What one process read for all of them, such as the length of the queue: metrics are collected by every process, and reading
-- some of them takes PostgreSQL a while.
create table shared_figures (
  name text primary key,
  read_at timestamptz not null default '-infinity',
  figures jsonb
);
