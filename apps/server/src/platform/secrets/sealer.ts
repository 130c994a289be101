import { randomBytes } from 'node:crypto';
import type { Tx } from '../db/database.ts';
import type { DataKeyRow, DataKeysStore } from './data-keys.store.ts';
import { type MasterKeys, SecretsConfigError } from './master-keys.ts';
import { keyIdOf, type NamedKey, seal, UnsealError, unseal } from './seal.ts';

/** What a value belongs to; it cannot be unsealed for anything else. */
export type Binding = readonly string[];

export type Sealer = Awaited<ReturnType<typeof createSealer>>;

const bindingOf = (id: string): Binding => ['data key', id];

/**
 * Opens every data key once, which proves that this process has the right master key. With a wrong master key nothing is
 * changed. Without one, a master key is created only if nothing has been sealed yet.
 */
export async function createSealer(store: DataKeysStore, masterKeys: MasterKeys) {
  const opened = new Map<string, NamedKey>();

  async function open(row: DataKeyRow): Promise<NamedKey> {
    const known = opened.get(row.id);
    if (known) return known;
    const dataKey = { id: row.id, key: unwrap(row, await masterKeys.read()) };
    opened.set(row.id, dataKey);
    return dataKey;
  }

  async function activeKey(tx: Tx): Promise<NamedKey> {
    // While the active key is being replaced, a read may find no active key; the next read finds the new one.
    const row = (await store.findActive(tx)) ?? (await store.findActive(tx));
    if (!row) throw new UnsealError();
    return open(row);
  }

  async function openWith(sealed: string, binding: Binding): Promise<Buffer> {
    const id = keyIdOf(sealed);
    const known = opened.get(id);
    if (known) return unseal(known, sealed, binding);
    const row = await store.find(id);
    if (!row) throw new UnsealError();
    return unseal(await open(row), sealed, binding);
  }

  const rows = await store.list();
  for (const row of rows.length > 0 ? rows : await makeFirst(store, masterKeys)) await open(row);

  return {
    /** Must run in the transaction that stores the value, so that its key cannot be retired in between. */
    seal: async (tx: Tx, clear: string, binding: Binding) =>
      seal(await activeKey(tx), Buffer.from(clear, 'utf8'), binding),
    unseal: async (sealed: string, binding: Binding) => (await openWith(sealed, binding)).toString('utf8'),
    /** Reseals with the active key, without exposing the plaintext. */
    reseal: async (tx: Tx, sealed: string, binding: Binding) =>
      seal(await activeKey(tx), await openWith(sealed, binding), binding),
  };
}

function unwrap(
  { id, wrapped, masterKeyId }: Omit<DataKeyRow, 'isActive'>,
  masters: readonly NamedKey[],
): Buffer {
  const master = masters.find((each) => each.id === masterKeyId);
  if (master) return unseal(master, wrapped, bindingOf(id));
  const has = masters.length > 0 ? masters.map((each) => each.id).join(', ') : 'none';
  throw new SecretsConfigError(
    `The secrets in this database are encrypted with master key ${masterKeyId}, but this process has ${has}. Nothing was changed. Provide that key in SECRETS_KEY or in secrets.key in the data directory.`,
  );
}

/** The ids of the master keys that are needed to unwrap these data keys and are not among the given ones. */
export function missingMasterKeys(
  rows: readonly Omit<DataKeyRow, 'isActive'>[],
  masters: readonly NamedKey[],
): string[] {
  const missing = rows.filter((row) => {
    try {
      unwrap(row, masters);
      return false;
    } catch {
      return true;
    }
  });
  return [...new Set(missing.map(({ masterKeyId }) => masterKeyId))];
}

/** Creates the data key for everything that is sealed from now on. */
export async function makeDataKey(tx: Tx, store: DataKeysStore, masterKeys: MasterKeys): Promise<DataKeyRow> {
  const [master] = await masterKeys.read();
  if (!master) throw new SecretsConfigError('There is no master key to wrap a new data key with.');
  const id = randomBytes(4).toString('hex');
  const row = { id, wrapped: seal(master, randomBytes(32), bindingOf(id)), masterKeyId: master.id };
  await store.insertActive(tx, row);
  return { ...row, isActive: true };
}

/** Many processes may start concurrently on an empty database; only one of them creates the key. */
function makeFirst(store: DataKeysStore, masterKeys: MasterKeys): Promise<DataKeyRow[]> {
  return store.transaction(async (tx) => {
    await store.lock(tx);
    const rows = await store.list(tx);
    if (rows.length > 0) return rows;
    await masterKeys.create();
    return [await makeDataKey(tx, store, masterKeys)];
  });
}
