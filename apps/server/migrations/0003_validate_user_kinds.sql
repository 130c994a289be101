-- Each reads the table once, and blocks neither reads nor writes.
alter table users validate constraint users_kind;
alter table users validate constraint users_installation_is_never_suspended;
