-- All serials of the chunk had a cached answer when the run was prepared: no vendor is called for it, so how fast it was
-- done says nothing about the others.
alter table bulk_chunks add column is_cached boolean not null default false;
