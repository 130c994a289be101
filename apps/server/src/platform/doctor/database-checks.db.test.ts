import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { cloneDatabase, openDatabase } from '../../../test/database.ts';
import { migrationsDir } from '../../../test/fixtures.ts';
import { makeFolder } from '../../../test/folder.ts';
import { createMasterKeys } from '../secrets/master-keys.ts';
import { checkDatabase } from './database-checks.ts';

it('finds a migration that was changed after it was applied', async () => {
  const clone = await cloneDatabase();
  const folder = makeFolder({ '0002_second.sql': 'select 1' });
  await copyFile(join(migrationsDir, '0001_first.sql'), join(folder, '0001_first.sql'));
  await clone.query("insert into schema_migrations values ('0002_second.sql', 'of another file')");
  const findings = await checkDatabase({
    ...openDatabase(clone.url, 1),
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
