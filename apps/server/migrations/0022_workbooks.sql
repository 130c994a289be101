-- The format of the uploaded file, so that the download can have the same one. It is not read from `source`, which can be as
-- large as a header row.
alter table bulk_runs add column format text not null default 'csv';
