-- The workbook of a run as it was uploaded, in pieces: results are added to it when it is downloaded.
create table bulk_workbooks (
  day date not null,
  run bigint not null,
  piece integer not null,
  bytes bytea not null,
  primary key (day, run, piece)
) partition by range (day);

-- Workbooks are compressed already.
alter table bulk_workbooks alter column bytes set storage external;
