-- Rows of `users` that are no browser: people who sign in, and organizations, which own rows as browsers do.
alter table users drop constraint users_kind_check;
-- Validated by the next migration, which does not block writes.
alter table users add constraint users_kind check (kind in ('browser', 'installation', 'person', 'organization')) not valid;
-- Since then, nothing of the owner can be used, and nobody can sign in as the person. Its rows stay.
alter table users add column suspended_at timestamptz;
alter table users add constraint users_installation_is_never_suspended
  check (kind <> 'installation' or suspended_at is null) not valid;
