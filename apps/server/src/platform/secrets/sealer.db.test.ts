import { chmod, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { cloneDatabase, openDatabase, type TestDatabase } from '../../../test/database.ts';
import { makeFolder } from '../../../test/folder.ts';
import type { Database } from '../db/database.ts';
import { createDataKeysStore, type DataKeysStore } from './data-keys.store.ts';
import { createMasterKeys, SecretsConfigError } from './master-keys.ts';
import { UnsealError } from './seal.ts';
import { createSealer, type Sealer } from './sealer.ts';

let database: TestDatabase;
let connection: Database;
let store: DataKeysStore;
let file: string;
beforeEach(async () => {
  database = await cloneDatabase();
  connection = openDatabase(database.url);
  store = createDataKeysStore(connection.db);
  file = join(makeFolder(), 'deep', 'secrets.key');
});

const fromFile = () => createMasterKeys({ fromEnv: [], file });
const given = (...fills: string[]) =>
  createMasterKeys({ fromEnv: fills.map((fill) => Buffer.alloc(32, fill).toString('base64')), file });
const sealOne = (sealing: Sealer, text: string) =>
  connection.db.transaction().execute((tx) => sealing.seal(tx, text, ['me']));

describe('the master key', () => {
  it('is created on the first start, in a file that only its owner can read', async () => {
    await createSealer(store, fromFile());
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(Buffer.from((await readFile(file, 'utf8')).trim(), 'base64')).toHaveLength(32);
  });

  it('unseals after a restart what was sealed before', async () => {
    const sealed = await sealOne(await createSealer(store, fromFile()), 'secret');
    expect(await (await createSealer(store, fromFile())).unseal(sealed, ['me'])).toBe('secret');
  });

  it('is rejected if it is a different one, with both named and nothing changed', async () => {
    await createSealer(store, given('one'));
    const before = await store.list();
    const error = await createSealer(store, given('two')).catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(SecretsConfigError);
    expect(String(error)).toContain(`encrypted with master key ${before[0]?.masterKeyId}`);
    expect(await store.list()).toEqual(before);
  });

  it('is not recreated for a database that was sealed with a lost one', async () => {
    await createSealer(store, given('lost'));
    await expect(createSealer(store, fromFile())).rejects.toThrow('this process has none');
    await expect(stat(file)).rejects.toThrow('ENOENT');
  });

  it('is rejected if others can read the file, or if file and environment disagree', async () => {
    await createSealer(store, fromFile());
    await expect(createSealer(store, given('other'))).rejects.toThrow('contain different master keys');
    await chmod(file, 0o640);
    await expect(createSealer(store, fromFile())).rejects.toThrow('chmod 600');
  });

  it('is created once when many processes start concurrently on an empty database', async () => {
    await Promise.all(Array.from({ length: 10 }, () => createSealer(store, given('one'))));
    expect(await store.list()).toHaveLength(1);
  });
});

describe('a data key', () => {
  it('is wrapped, so that the database alone is not enough to unseal anything', async () => {
    await createSealer(store, given('one'));
    await database.query('update data_keys set wrapped = reverse(wrapped)');
    await expect(createSealer(store, given('one'))).rejects.toThrow(UnsealError);
  });

  it('that does not exist fails closed', async () => {
    const sealing = await createSealer(store, given('one'));
    const sealed = await sealOne(sealing, 'secret');
    await expect(sealing.unseal(sealed.replace(/^v1\.\w{8}/, 'v1.00000000'), ['me'])).rejects.toThrow(
      UnsealError,
    );
  });
});
