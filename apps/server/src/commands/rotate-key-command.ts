import { readConfig } from '../config/config.ts';
import { createSealedVendorKeys } from '../features/vendor-keys/vendor-keys.ts';
import { createDataKeysStore } from '../platform/secrets/data-keys.store.ts';
import { createMasterKeys } from '../platform/secrets/master-keys.ts';
import { rotateKeys } from '../platform/secrets/rotate.ts';
import { createSealer } from '../platform/secrets/sealer.ts';
import { print } from './command-output.ts';
import { commandLog, recordCommand } from './command-record.ts';
import { withDatabase } from './with-database.ts';

/** Rotates the keys of all stored secrets, whether the product is running or not. */
export async function rotateKey(): Promise<void> {
  const config = readConfig('all');
  const log = commandLog('rotate-key');
  await withDatabase(config, log, async ({ db, pool }) => {
    const store = createDataKeysStore(db);
    const masterKeys = createMasterKeys(config.masterKeys);
    const sealing = await createSealer(store, masterKeys);
    await recordCommand(db, log, { action: 'command.key_rotated' });
    const values = [createSealedVendorKeys(db, pool)];
    const done = await rotateKeys({ store, masterKeys, sealing, values });
    print(
      `master key ${done.masterKeyId}, data key ${done.dataKeyId}: ${done.resealed} values re-encrypted, retired ${done.retired.join(', ')}`,
    );
  });
}
