import { expect, it } from 'vitest';
import { createKindOf, isLong } from './statements.ts';

const kindOf = createKindOf({ tables: ['bulk_runs', 'users'], functions: ['delete_devices_of'] });

it.each([
  ['select * from bulk_runs', 'read'],
  ['/* with a reason */ select updated_at from "bulk_runs"', 'read'],
  ['with runs as (select 1 from bulk_runs) select * from runs', 'read'],
  ['select * from bulk_runs_of_others', 'other'],
  ['select 1', 'other'],
  ['alter table bulk_runs add column x int', 'other'],
  ['select key from bulk_runs for no key update', 'mixed'],
  ['select delete_devices_of($1)', 'mixed'],
  ['insert into bulk_runs (key) select id from users', 'mixed'],
  ['with changed as (update users set id = id returning id) select * from changed', 'mixed'],
  ['update bulk_runs set key = users.id from users', 'mixed'],
  ['delete from bulk_runs using users', 'mixed'],
  ['insert into bulk_runs (key) values ($1)', 'write'],
  ['update bulk_runs set key = 1 where key = 2', 'write'],
  ['delete from bulk_runs where key = 2', 'write'],
  ['copy bulk_runs (key) from stdin', 'write'],
])('%s is %s', (text, kind) => {
  expect(kindOf(text)).toBe(kind);
});

it('a statement with a file or a scan among its values is long', () => {
  expect(isLong([1, 'short', Buffer.alloc(10), null])).toBe(false);
  expect(isLong([1, 'x'.repeat(30_000)])).toBe(true);
  expect(isLong([Buffer.alloc(30_000)])).toBe(true);
});
