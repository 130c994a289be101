-- The member who answers for the token. Null for tokens of browsers. Also null once the member has left: a token of an organization
-- is then refused until an admin takes it over. A foreign key does this, so that no code can forget it.
alter table external_api_tokens add column created_by uuid;
alter table external_api_tokens add constraint external_api_tokens_member foreign key (user_id, created_by)
  references memberships (owner, person_id) on delete set null (created_by) not valid;
