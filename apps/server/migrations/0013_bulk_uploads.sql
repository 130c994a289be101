-- Who is sending the file of a run, and until when that counts without another sign of life. A session lock would hold a
-- connection for as long as the upload takes.
alter table bulk_runs add column upload_id uuid;
alter table bulk_runs add column upload_expires_at timestamptz;
-- Rows of a file that is still arriving: they count against the quota before the run has them.
alter table bulk_runs add column arrived_rows integer not null default 0;
