-- Reads the table once, and blocks neither reads nor writes.
alter table bulk_runs validate constraint bulk_runs_created_by;
