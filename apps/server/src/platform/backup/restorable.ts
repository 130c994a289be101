import { isFromEarlierVersion } from '../db/earlier-version.ts';
import type { Migration } from '../db/migration-files.ts';
import { OperatorError } from '../operator-error.ts';
import { isMasterKey, type MasterKeys, toNamedKey } from '../secrets/master-keys.ts';
import type { NamedKey } from '../secrets/seal.ts';
import { missingMasterKeys } from '../secrets/sealer.ts';
import type { VerifiedBackup } from './verify-backup.ts';

/** The program's migrations that the backup has. Throws if it has others: then a newer version made it. */
export function migrationsOf(
  { header }: VerifiedBackup,
  programVersion: string,
  known: readonly Migration[],
): Migration[] {
  if (isFromEarlierVersion(header.migrations, known))
    throw new OperatorError(
      'This backup was made by an earlier development version and cannot be restored. Nothing was written.',
    );
  return header.migrations.map(({ name, checksum }) => {
    const migration = known.find((candidate) => candidate.name === name);
    if (migration?.checksum === checksum) return migration;
    throw new OperatorError(
      `The backup was made by version ${header.version} with the migration ${name}, which this program (version ${programVersion}) does not have. Nothing was written. Restore it with the version that made it, or a newer one.`,
    );
  });
}

/** How the sealed values of a backup become readable on this machine. */
export type KeyPlan =
  /** The keys are here already, or nothing is sealed. */
  | { kind: 'present' }
  /** The keys are in the backup. */
  | { kind: 'install'; keys: NamedKey[] }
  /** The sealed values are dropped. */
  | { kind: 'drop' };

/** Decided before anything is written. */
export async function planKeys(
  backup: VerifiedBackup,
  masterKeys: Pick<MasterKeys, 'read' | 'place'>,
  options: { withoutKey: boolean; sealedRows: number },
): Promise<KeyPlan> {
  if (options.withoutKey) return { kind: 'drop' };
  const { dataKeys } = backup.header;
  const here = await masterKeys.read();
  if (missingMasterKeys(dataKeys, here).length === 0) return { kind: 'present' };
  const inBackup = (backup.header.masterKeys ?? []).filter(isMasterKey).map(toNamedKey);
  const missing = missingMasterKeys(dataKeys, inBackup);
  if (here.length === 0 && missing.length === 0) return { kind: 'install', keys: inBackup };
  const needed = [...new Set(dataKeys.map(({ masterKeyId }) => masterKeyId))].join(', ');
  const has =
    here.length > 0 ? `has ${here.map(({ id }) => id).join(', ')} in ${masterKeys.place}` : 'has none';
  throw new OperatorError(
    [
      `The stored vendor keys in this backup are encrypted with the master key ${needed}. This machine ${has}${missing.length > 0 ? ', and the backup does not contain it' : '. The backup contains the right one, but does not replace yours'}. Nothing was written.`,
      missing.length > 0
        ? `Put the key into ${masterKeys.place} or SECRETS_KEY and restore again.`
        : `Remove the other key from ${masterKeys.place} and restore again, or set DATA_DIR to a new directory.`,
      `Without the key, ${options.sealedRows} values of stored vendor keys are lost. With --without-key everything else is restored, and every owner has to enter their vendor keys again.`,
    ].join('\n'),
  );
}

/** How many rows of these tables the backup has. */
export function countRows({ header, ends }: VerifiedBackup, tables: readonly string[]): number {
  const counts = header.tables.map(({ area, name }, index) =>
    area === 'product' && tables.includes(name) ? (ends[index]?.rows ?? 0) : 0,
  );
  return counts.reduce((total, rows) => total + rows, 0);
}
