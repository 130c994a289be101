-- Reads the table once, and blocks neither reads nor writes.
alter table external_api_tokens validate constraint external_api_tokens_member;
