import { readConfig } from '../config/config.ts';
import type { BackupDataKey } from '../platform/backup/manifest.ts';
import { assertOurs, type BackupSummary, writeBackup } from '../platform/backup/write-backup.store.ts';
import { lowerPriority } from '../platform/lower-priority.ts';
import { OperatorError } from '../platform/operator-error.ts';
import { createMasterKeys, type MasterKeys } from '../platform/secrets/master-keys.ts';
import { missingMasterKeys } from '../platform/secrets/sealer.ts';
import { formatBytes, formatCount, print } from './command-output.ts';
import { commandLog, recordCommand } from './command-record.ts';
import { readFileArguments } from './file-arguments.ts';
import { withUnchangedDatabase } from './with-database.ts';

/** On the same machine, requests go first. */
const priority = 5;

/** Backs up a database of any version, so it is not migrated first. */
export async function backUp(args: string[]): Promise<void> {
  const { path, isSet: withKey } = readFileArguments(
    args,
    'with-key',
    'backup needs the name of one file to write, such as warranty.backup',
  );
  lowerPriority(priority);
  const config = readConfig('all');
  const log = commandLog('backup');
  const masterKeys = createMasterKeys(config.masterKeys);
  await withUnchangedDatabase(config, log, async ({ db }, url) => {
    await assertOurs(url);
    const change = withKey ? 'with-key' : 'without-key';
    await recordCommand(db, log, { action: 'command.backup_created', details: { change } });
    const startedAt = performance.now();
    const masterKeysFor = async (dataKeys: readonly BackupDataKey[]) =>
      withKey ? keysToInclude(masterKeys, dataKeys) : null;
    const summary = await writeBackup({ url, path, version: config.version, masterKeysFor });
    const seconds = (performance.now() - startedAt) / 1000;
    printSummary(path, summary, seconds);
    print(...(withKey ? keyIncluded(path) : await keyMissing(masterKeys, summary)));
  });
}

/** Only those that are needed. The keys may just be rotated: then the file and the snapshot do not fit together. */
async function keysToInclude(masterKeys: MasterKeys, dataKeys: readonly BackupDataKey[]): Promise<string[]> {
  const here = await masterKeys.read();
  const missing = missingMasterKeys(dataKeys, here);
  if (missing.length > 0)
    throw new OperatorError(
      `The master key ${missing.join(', ')} is not in ${masterKeys.place}, so it cannot be included. Leave out --with-key, or run this where the key is.`,
    );
  const needed = here.filter(({ id }) => dataKeys.some(({ masterKeyId }) => masterKeyId === id));
  return needed.map(({ key }) => key.toString('base64'));
}

function printSummary(path: string, { tables, rows, bytes, copiedBytes }: BackupSummary, seconds: number) {
  print(
    `Backup written to ${path}: ${formatCount(rows)} rows of ${tables} tables, ${formatBytes(bytes)} (${formatBytes(copiedBytes)} uncompressed), ${seconds.toFixed(1)} s.`,
    'It contains the data of all users. Only you can read the file; keep it that way.',
  );
}

function keyIncluded(path: string): string[] {
  return [
    '',
    'WARNING: this backup contains the master key.',
    `Everyone who can read ${path} can decrypt all stored vendor keys. Keep it where you would keep a password.`,
  ];
}

async function keyMissing(masterKeys: MasterKeys, { dataKeys }: BackupSummary): Promise<string[]> {
  if (dataKeys.length === 0) return ['Nothing is encrypted yet, so no master key is needed.'];
  const ids = [...new Set(dataKeys.map(({ masterKeyId }) => masterKeyId))].join(', ');
  const isHere = missingMasterKeys(dataKeys, await masterKeys.read()).length === 0;
  return [
    '',
    `IMPORTANT: this backup does NOT contain the master key ${ids}.`,
    'Without it, the stored vendor keys in the backup are lost.',
    isHere
      ? `The key is in ${masterKeys.place}. Keep a copy of it in another place than the backup.`
      : 'This machine does not have the key. Make sure that a copy exists in another place than the backup.',
  ];
}
