-- Reads the table once, and blocks neither reads nor writes.
alter table sessions validate constraint sessions_method;
