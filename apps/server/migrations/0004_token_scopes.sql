-- What the token may do. Null for a token that was created before there were scopes.
alter table external_api_tokens add column scopes text[];
