import type { Tx } from '../db/database.ts';
import { OperatorError } from '../operator-error.ts';
import type { DataKeysStore } from './data-keys.store.ts';
import type { MasterKeys } from './master-keys.ts';
import { makeDataKey, type Sealer } from './sealer.ts';

/** A key that still seals values is not retired, because they would be lost. */
export class DataKeyInUseError extends OperatorError {
  constructor(id: string, count: number) {
    super(`Cannot retire data key ${id}: ${count} values are still encrypted with it.`);
  }
}

/** A store of sealed values. */
export interface SealedValues {
  countSealedWith(tx: Tx, dataKeyId: string): Promise<number>;
  /** Reseals a batch of values and returns how many. */
  resealSome(dataKeyId: string, reseal: Sealer['reseal']): Promise<number>;
}

const rounds = 10;

interface RotationParts {
  store: DataKeysStore;
  masterKeys: MasterKeys;
  sealing: Sealer;
  values: readonly SealedValues[];
}

/**
 * Creates new keys for future writes, reseals everything while the product runs, then deletes the old keys. It can be run
 * again after an interruption: until the last step, old and new keys both unseal their values.
 */
export async function rotateKeys({ store, masterKeys, sealing, values }: RotationParts) {
  await masterKeys.add();
  const active = await store.transaction(async (tx) => {
    await store.lock(tx);
    return makeDataKey(tx, store, masterKeys);
  });
  const old = (await store.list()).filter(({ id }) => id !== active.id);
  let resealed = 0;
  for (const { id } of old) resealed += await replaceDataKey(id, { store, sealing, values });
  const inUse = (await store.list()).map(({ masterKeyId }) => masterKeyId);
  await masterKeys.keep(inUse);
  return {
    masterKeyId: active.masterKeyId,
    dataKeyId: active.id,
    resealed,
    retired: old.map(({ id }) => id),
  };
}

/**
 * A writer that started before the new key was active may still store a value under the old one, so this runs in rounds.
 */
async function replaceDataKey(
  id: string,
  { store, sealing, values }: Omit<RotationParts, 'masterKeys'>,
): Promise<number> {
  for (let resealed = 0, round = 1; ; round += 1) {
    for (const sealed of values) resealed += await resealAll(id, sealed, sealing);
    try {
      await retireDataKey(store, values, id);
      return resealed;
    } catch (error) {
      if (!(error instanceof DataKeyInUseError) || round === rounds) throw error;
    }
  }
}

async function resealAll(dataKeyId: string, sealed: SealedValues, sealing: Sealer): Promise<number> {
  for (let done = 0; ; ) {
    const batch = await sealed.resealSome(dataKeyId, sealing.reseal);
    if (batch === 0) return done;
    done += batch;
  }
}

export async function retireDataKey(
  store: DataKeysStore,
  values: readonly SealedValues[],
  id: string,
): Promise<void> {
  await store.transaction(async (tx) => {
    await store.lockForRetirement(tx, id);
    for (const sealed of values) {
      const count = await sealed.countSealedWith(tx, id);
      if (count > 0) throw new DataKeyInUseError(id, count);
    }
    await store.remove(tx, id);
  });
}
