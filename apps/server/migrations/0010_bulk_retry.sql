-- When the vendor last said of a device in the chunk that it does not know it, or cannot tell it from others: until that
-- answer has aged, asking again would only bring the same one back.
alter table bulk_chunks add column unknown_checked_at timestamptz;
