-- What the vendor said about a serial stands with the serial, so that a row finds its answer by one key, wherever in
-- the file the serial came up first. A serial is written when it has been looked up.

alter table bulk_serials add column answer json;
update bulk_serials as serial set answer = chunk.results -> serial.position::int
  from bulk_chunks as chunk
 where chunk.run = serial.run and chunk.chunk = serial.chunk and chunk.results is not null;
delete from bulk_serials where answer is null;
alter table bulk_serials alter column answer set not null, drop column chunk, drop column position;

-- By position, once it is done: when the cover ends. Empty where it has no end, null where the lookup failed.
alter table bulk_chunks add column ends json;
update bulk_chunks
   set ends = (select json_agg(case when answer ->> 0 <> 'failed' then coalesce(answer ->> 3, '') end order by place)
                 from json_array_elements(results) with ordinality as each (answer, place))
 where results is not null;
alter table bulk_chunks drop column results;

-- When it last began or went on: what a chunk learned before that pauses nothing any more.
alter table bulk_runs add column processing_since timestamptz;
