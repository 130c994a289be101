import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { plant } from './planted.ts';
import { checkStoredData } from './stored-data.ts';

const schema = 'CREATE TABLE users (\n  id uuid\n);\nCREATE UNLOGGED TABLE rate_limits (\n  key text\n);\n';
const head = '# Security\n\n| Table | Owner | Bound | Deleted |\n|---|---|---|---|\n';
const users = '| `users` | itself | few | never |\n';
const limits = '| `rate_limits` (unlogged) | none | one per key | daily |\n';
const queue = '| `pgboss.*` | none | few | weekly |\n';

async function check(entries: string): Promise<string[]> {
  const root = plant({
    'apps/server/schema.sql': schema,
    'docs/security.md': `${head}${entries}\nThe end.\n`,
  });
  return (await checkStoredData(root)).map(({ line, message }) => `${line} ${message.split(';')[0]}`);
}

describe('the list of stored data', () => {
  it('has every table once', async () => {
    expect(await check(users + limits + queue)).toEqual([]);
  });

  it.each([
    ['rate_limits', users + queue],
    ['users', limits + queue],
    ['pgboss.*', users + limits],
  ])('lacks %s', async (table, entries) => {
    expect(await check(entries)).toEqual([`1 table ${table} has no complete entry`]);
  });

  it('lacks a table whose entry has an empty cell', async () => {
    expect(await check(`${users}| \`rate_limits\` | none | | daily |\n${queue}`)).toEqual([
      '1 table rate_limits has no complete entry',
    ]);
  });

  it('says which tables store an IP address', async () => {
    const root = (entry: string) =>
      plant({
        'apps/server/schema.sql': 'CREATE TABLE runs (\n  id uuid,\n  address text,\n  more text\n);\n',
        'docs/security.md': `${head}${entry}${queue}\nThe end.\n`,
      });
    const plain = await checkStoredData(root('| `runs` | user | few | weekly |\n'));
    expect(plain.map(({ line, message }) => `${line} ${message}`)).toEqual([
      '5 runs stores an IP address; say which and why.',
    ]);
    expect(await checkStoredData(root('| `runs` (with an IP address) | user | few | weekly |\n'))).toEqual(
      [],
    );
  });

  it('has a table that does not exist, or twice', async () => {
    expect(await check(`${users + limits + queue}| \`gone\` | a | b | c |\n${users}`)).toEqual([
      '8 gone is listed twice or is not a table of apps/server/schema.sql',
      '9 users is listed twice or is not a table of apps/server/schema.sql',
    ]);
  });

  it('is complete in this repository', async () => {
    expect(await checkStoredData(dirname(dirname(import.meta.dirname)))).toEqual([]);
  });
});
