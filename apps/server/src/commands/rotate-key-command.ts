import { type Config, readConfig } from '../config/config.ts';
import { createSealedVendorKeys } from '../features/vendor-keys/vendor-keys.ts';
import { createAudit } from '../platform/audit/audit.ts';
import type { Database } from '../platform/db/database.ts';
import { createLog, type Log } from '../platform/log.ts';
import { commandCaller } from '../platform/ownership/caller.ts';
import { createDataKeysStore } from '../platform/secrets/data-keys.store.ts';
import { createMasterKeys } from '../platform/secrets/master-keys.ts';
import { rotateKeys } from '../platform/secrets/rotate.ts';
import { createSealer } from '../platform/secrets/sealer.ts';
import { withDatabase } from './with-database.ts';

/** Rotates the keys of all stored secrets, whether the product is running or not. */
export async function rotateKey(): Promise<void> {
  const config = readConfig('all');
  const log = createLog({ level: 'warn', role: 'rotate-key', human: process.stdout.isTTY === true });
  await withDatabase(config, log, (database) => rotateIn(database, config, log));
}

async function rotateIn({ db, pool }: Database, config: Config, log: Log): Promise<void> {
  const store = createDataKeysStore(db);
  const masterKeys = createMasterKeys(config.masterKeys);
  const sealing = await createSealer(store, masterKeys);
  const audit = createAudit({ db, log });
  await audit.prepare();
  await audit.recordAlone(commandCaller, { action: 'command.key_rotated' });
  const done = await rotateKeys({ store, masterKeys, sealing, values: [createSealedVendorKeys(db, pool)] });
  process.stdout.write(
    `master key ${done.masterKeyId}, data key ${done.dataKeyId}: ${done.resealed} values re-encrypted, retired ${done.retired.join(', ')}\n`,
  );
}
