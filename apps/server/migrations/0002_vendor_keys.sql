-- Users' own vendor credentials.

create table api_keys (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  vendor varchar(50) not null,
  key_type varchar(50) not null,
  -- sealed; the clear value is stored nowhere
  key_value text not null,
  description text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (user_id, vendor, key_type)
);
