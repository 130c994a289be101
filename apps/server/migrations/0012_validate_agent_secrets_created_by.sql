-- Reads the table once, and blocks neither reads nor writes.
alter table agent_secrets validate constraint agent_secrets_created_by;
