-- Tokens with which other applications call us.

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
