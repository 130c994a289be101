-- Sessions of people end at a fixed time. Their cookie has another name, which the previous version does not read.
alter table sessions add column ends_at timestamptz;
-- How the person signed in; null for a browser.
alter table sessions add column method text;
-- Validated by a later migration, which does not block writes.
alter table sessions add constraint sessions_method check (method in ('passkey', 'provider', 'link')) not valid;
