import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../../test/database.ts';
import { migrationsDir, silent } from '../../../test/fixtures.ts';
import { createDatabase, type Database } from '../db/database.ts';
import { createMasterKeys } from '../secrets/master-keys.ts';
import { checkDatabase } from './database-checks.ts';

let clone: TestDatabase;
let database: Database;
let folder: string;
beforeEach(async () => {
  clone = await cloneDatabase();
  database = createDatabase({ url: clone.url, poolSize: 1, applicationName: 'test', log: silent });
  folder = await mkdtemp(join(tmpdir(), 'warranty-migrations-'));
});
afterEach(async () => {
  await database.close();
  await clone.drop();
  await rm(folder, { recursive: true });
});

it('finds a migration that was changed after it was applied', async () => {
  await copyFile(join(migrationsDir, '0001_first.sql'), join(folder, '0001_first.sql'));
  await writeFile(join(folder, '0002_second.sql'), 'select 1');
  await clone.query("insert into schema_migrations values ('0002_second.sql', 'of another file')");
  const findings = await checkDatabase({
    ...database,
    place: 'here',
    isBundled: false,
    migrationsDir: folder,
    masterKeys: createMasterKeys({ fromEnv: [], file: join(folder, 'secrets.key') }),
    poolSize: 1,
    maxDatabaseBytes: 0,
  });
  expect(findings.find(({ name }) => name === 'migrations')).toEqual({
    level: 'problem',
    name: 'migrations',
    text: expect.stringContaining('0002_second.sql is not the file that was applied'),
  });
});
