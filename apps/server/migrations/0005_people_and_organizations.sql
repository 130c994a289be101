-- Who signs in, the organizations they act in, and what they sign in with. A person and an organization are also rows of `users`.
-- Refers to `users`, and locks no other table that requests use.

create table organizations (
  id uuid primary key references users on delete cascade,
  name text not null check (length(name) between 1 and 100),
  -- Set when an admin deletes it. Its rows are erased then; until then, it can be resumed.
  erase_at timestamptz
);
create index organizations_erase_at on organizations (erase_at) where erase_at is not null;

create table people (
  id uuid primary key references users on delete cascade,
  name text not null check (length(name) between 1 and 100),
  -- As the identity provider says. Other members see it; it never finds or identifies a person.
  email text check (length(email) <= 254),
  signed_in_at timestamptz
);

create table memberships (
  -- the organization
  owner uuid not null references organizations on delete cascade,
  person_id uuid not null references people on delete cascade,
  role text not null check (role in ('viewer', 'member', 'admin')),
  created_at timestamptz not null default now(),
  primary key (owner, person_id)
);
create index memberships_person_id on memberships (person_id);

-- Public keys that people sign in with.
create table passkeys (
  -- the credential ID, which the authenticator chose
  id bytea primary key check (length(id) between 1 and 1023),
  person_id uuid not null references people on delete cascade,
  -- in the format of COSE
  public_key bytea not null check (length(public_key) <= 2048),
  -- of signatures; 0 for passkeys that are synchronized between devices
  counter bigint not null default 0,
  transports text[] not null default '{}',
  -- the host name that it was created for; it does not work for another one
  host text not null,
  name text not null check (length(name) between 1 and 100),
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_person_id on passkeys (person_id);

-- Who a person is for an identity provider. Nothing else finds a person.
create table identities (
  issuer text not null check (length(issuer) <= 500),
  subject text not null check (length(subject) between 1 and 255),
  person_id uuid not null references people on delete cascade,
  created_at timestamptz not null default now(),
  primary key (issuer, subject)
);
create index identities_person_id on identities (person_id);

-- An invitation to an organization, or a sign-in for a person who lost their passkey. Works once.
create table one_time_links (
  id uuid primary key default gen_random_uuid(),
  -- SHA-256 of the secret; the secret itself is stored nowhere
  secret_hash bytea not null unique,
  -- the organization
  owner uuid references organizations on delete cascade,
  role text check (role in ('viewer', 'member', 'admin')),
  person_id uuid references people on delete cascade,
  -- who it is for, as the admin wrote it
  label text not null default '' check (length(label) <= 100),
  -- Null for a command. An invitation is deleted when the admin who created it leaves the organization.
  created_by uuid,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  check (num_nonnulls(owner, person_id) = 1),
  check ((owner is null) = (role is null)),
  foreign key (owner, created_by) references memberships on update cascade on delete cascade
);
create index one_time_links_created_by on one_time_links (owner, created_by);
create index one_time_links_person_id on one_time_links (person_id);
create index one_time_links_expires_at on one_time_links (expires_at);

-- What a sign-in has to come back with. Lost in a crash, after which people start their sign-in again.
create unlogged table sign_in_attempts (
  -- SHA-256 of the `state` for a provider, or of the challenge for a passkey
  attempt_hash bytea primary key,
  -- SHA-256 of the cookie of the browser that started it
  browser_hash bytea not null,
  purpose text not null check (purpose in ('provider', 'passkey', 'new-passkey')),
  -- whose new passkey it is
  person_id uuid references people on delete cascade,
  -- the link that it started with, so that no browser has to store it
  link_id uuid references one_time_links on delete cascade,
  -- the page that a sign-in with the provider leads to
  return_to text not null default '/',
  created_at timestamptz not null default now()
);
create index sign_in_attempts_created_at on sign_in_attempts (created_at);
create index sign_in_attempts_person_id on sign_in_attempts (person_id);
create index sign_in_attempts_link_id on sign_in_attempts (link_id);
