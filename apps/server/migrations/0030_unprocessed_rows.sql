-- How many rows of each vendor a run could look up but did not, because the vendor was not among those of the run. It is stored
-- because counting would read all rows of the run.
alter table bulk_runs add column unprocessed json not null default '{}';
