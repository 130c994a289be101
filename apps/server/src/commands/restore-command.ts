import { readConfig } from '../config/config.ts';
import { sealedVendorKeyTables } from '../features/vendor-keys/vendor-keys.ts';
import { type LoadSummary, loadBackup } from '../platform/backup/load-backup.store.ts';
import { countRows, type KeyPlan, migrationsOf, planKeys } from '../platform/backup/restorable.ts';
import { verifyBackup } from '../platform/backup/verify-backup.ts';
import { migrate } from '../platform/db/migrate.ts';
import { readMigrations } from '../platform/db/migration-files.ts';
import { createMasterKeys } from '../platform/secrets/master-keys.ts';
import { formatCount, print } from './command-output.ts';
import { commandLog, recordCommand } from './command-record.ts';
import { readFileArguments } from './file-arguments.ts';
import { withUnchangedDatabase } from './with-database.ts';

/** Everything that can be refused is refused before anything is written. */
export async function restore(args: string[]): Promise<void> {
  const { path, isSet: withoutKey } = readFileArguments(
    args,
    'without-key',
    'restore needs the name of one file that backup wrote',
  );
  const config = readConfig('all');
  const log = commandLog('restore');
  const startedAt = performance.now();
  const backup = await verifyBackup(path);
  const migrations = migrationsOf(backup, config.version, await readMigrations(config.migrationsDir));
  const masterKeys = createMasterKeys(config.masterKeys);
  const sealedRows = countRows(backup, sealedVendorKeyTables.slice(0, 1));
  const keys = await planKeys(backup, masterKeys, { withoutKey, sealedRows });
  await withUnchangedDatabase(config, log, async ({ db }, url) => {
    const loaded = await loadBackup({
      url,
      backup,
      migrations,
      without: keys.kind === 'drop' ? ['data_keys', ...sealedVendorKeyTables] : [],
      beforeCommit: async () => {
        if (keys.kind === 'install') await masterKeys.install(keys.keys);
      },
    });
    const applied = await migrate(url, config.migrationsDir, log);
    const change = keys.kind === 'drop' ? 'without-key' : 'with-key';
    await recordCommand(db, log, { action: 'command.backup_restored', details: { change } });
    const { createdAt, version } = backup.header;
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    print(
      `Restored ${formatCount(loaded.rows)} rows of ${loaded.tables} tables as of ${createdAt}, backed up by version ${version}, in ${seconds} s.`,
      ...(applied.length > 0 ? [`Migrated to version ${config.version}: ${applied.join(', ')}.`] : []),
      ...foreignTables(loaded),
      keysDone(keys, masterKeys.place, sealedRows),
      'Stop the old installation if it still runs, then start this one: unfinished runs continue.',
    );
  });
}

function foreignTables({ foreign }: LoadSummary): string[] {
  if (foreign.length === 0) return [];
  return [`Left out, because they do not belong to this product: ${foreign.join(', ')}.`];
}

function keysDone({ kind }: KeyPlan, place: string, sealedRows: number): string {
  if (kind === 'install') return `The master key from the backup is now in ${place}.`;
  if (kind === 'present') return `The master key in ${place} opens all stored vendor keys.`;
  return `${sealedRows} values of stored vendor keys were left out. Their owners have to enter them again.`;
}
