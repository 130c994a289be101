-- What a vendor said before, and since when it says what it says now (ADR 020).

-- `checked_at` is when the vendor last gave the answer, `changed_at` when it first did. Null: the record is older than this column,
-- and `checked_at` is the first time that is known. The default is set separately, so that it does not apply to existing records.
alter table warranty_records add column changed_at timestamptz;
alter table warranty_records alter column changed_at set default now();

-- The answers before the one in `warranty_records`: each held from `changed_at` until `replaced_at`. Times come first, because they
-- would be padded after texts.
create table warranty_history (
  changed_at timestamptz not null,
  -- when the vendor last gave this answer
  checked_at timestamptz not null,
  -- when it first gave another one
  replaced_at timestamptz not null,
  -- like `warranty_records`
  owner uuid references users on delete cascade,
  scope text not null,
  vendor text not null,
  serial text not null,
  answer json not null,
  primary key (scope, vendor, serial, changed_at),
  check (changed_at < replaced_at)
);
create index warranty_history_owner on warranty_history (owner) where owner is not null;
create index warranty_history_replaced_at on warranty_history (replaced_at);

-- A trigger sees the record that is locked for the update, so that concurrent writers cannot lose an answer, and it also works for
-- processes of the previous version. New records and confirmed answers do not call it.
--
-- The clock is read while the record is locked. now() is the start of the transaction: a writer that waited for another would be
-- earlier than the answer that it replaces. greatest() keeps the order if the clock of the server is set back.
create function store_replaced_answer() returns trigger language plpgsql as $$
begin
  new.changed_at := greatest(clock_timestamp(), old.checked_at + interval '1 microsecond', old.changed_at + interval '1 microsecond');
  new.checked_at := new.changed_at;
  insert into warranty_history (changed_at, checked_at, replaced_at, owner, scope, vendor, serial, answer)
  values (coalesce(old.changed_at, old.checked_at), old.checked_at, new.changed_at,
          old.owner, old.scope, old.vendor, old.serial, old.answer);
  return new;
end $$;
create trigger warranty_records_replaced before update on warranty_records
  for each row when (old.answer::text is distinct from new.answer::text) execute function store_replaced_answer();
