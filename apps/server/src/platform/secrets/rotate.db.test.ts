import { join } from 'node:path';
import { expect, it } from 'vitest';
import { cloneDatabase, openDatabase } from '../../../test/database.ts';
import { makeFolder } from '../../../test/folder.ts';
import { createDataKeysStore } from './data-keys.store.ts';
import { createMasterKeys } from './master-keys.ts';
import { DataKeyInUseError, retireDataKey, rotateKeys } from './rotate.ts';
import { createSealer } from './sealer.ts';

const database = await cloneDatabase();
const connection = openDatabase(database.url);
const store = createDataKeysStore(connection.db);
const folder = makeFolder();
it('a data key that still seals a value is not retired, and the value can still be unsealed', async () => {
  const masterKeys = createMasterKeys({ fromEnv: [], file: join(folder, 'secrets.key') });
  const sealing = await createSealer(store, masterKeys);
  let sealed = await store.transaction((tx) => sealing.seal(tx, 'secret', ['me']));
  const [old] = await store.list();
  const values = {
    countSealedWith: async (_tx: unknown, id: string) => (sealed.includes(id) ? 1 : 0),
    // A store that never reseals, such as one that a release forgot.
    resealSome: async () => 0,
  };
  await expect(rotateKeys({ store, masterKeys, sealing, values: [values] })).rejects.toThrow(
    DataKeyInUseError,
  );
  await expect(retireDataKey(store, [values], old?.id ?? '')).rejects.toThrow('1 values are still');
  expect(await sealing.unseal(sealed, ['me'])).toBe('secret');

  sealed = await store.transaction((tx) => sealing.reseal(tx, sealed, ['me']));
  await retireDataKey(store, [values], old?.id ?? '');
  expect((await store.list()).map(({ id }) => id)).not.toContain(old?.id);
  expect(await sealing.unseal(sealed, ['me'])).toBe('secret');
});
