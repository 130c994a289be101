import { type Config, readConfig } from './config.ts';
import { createSealedVendorKeys } from './features/vendor-keys/vendor-keys.ts';
import { createDatabase } from './platform/db/database.ts';
import { migrate } from './platform/db/migrate.ts';
import { createLog, type Log } from './platform/log.ts';
import { findCluster, startCluster } from './platform/postgres/cluster.ts';
import { createDataKeysStore } from './platform/secrets/data-keys.store.ts';
import { createMasterKeys } from './platform/secrets/master-keys.ts';
import { rotateKeys } from './platform/secrets/rotate.ts';
import { createSealer } from './platform/secrets/sealer.ts';

/** Rotates the keys of all stored secrets, whether the product is running or not. */
export async function rotateKey(): Promise<void> {
  const config = readConfig('all');
  const log = createLog({ level: 'warn', role: 'rotate-key', human: process.stdout.isTTY === true });
  const { url, release } = await reachDatabase(config, log);
  try {
    await migrate(url, config.migrationsDir, log);
    await rotateIn(url, config, log);
  } finally {
    await release();
  }
}

async function rotateIn(url: string, config: Config, log: Log): Promise<void> {
  const { db, close } = createDatabase({ url, poolSize: 2, applicationName: 'rotate-key', log });
  try {
    const store = createDataKeysStore(db);
    const masterKeys = createMasterKeys(config.masterKeys);
    const sealing = await createSealer(store, masterKeys);
    const done = await rotateKeys({ store, masterKeys, sealing, values: [createSealedVendorKeys(db)] });
    process.stdout.write(
      `master key ${done.masterKeyId}, data key ${done.dataKeyId}: ${done.resealed} values re-encrypted, retired ${done.retired.join(', ')}\n`,
    );
  } finally {
    await close();
  }
}

/** Without DATABASE_URL this is the bundled PostgreSQL, which is started if it is not running. */
async function reachDatabase(config: Config, log: Log): Promise<{ url: string; release(): Promise<void> }> {
  const running = config.databaseUrl ?? (await findCluster(config.dataDir, log));
  if (running) return { url: running, release: async () => undefined };
  const cluster = await startCluster({ dataDir: config.dataDir, durable: true, log });
  return { url: cluster.url, release: cluster.stop };
}
