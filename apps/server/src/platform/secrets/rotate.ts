import type { Tx } from '../db/database.ts';
import type { DataKeysStore } from './data-keys.store.ts';
import type { MasterKeys } from './master-keys.ts';
import { makeDataKey, type Sealer } from './sealer.ts';

/** A key that still seals something is not given up: what it sealed would be lost. */
export class DataKeyInUseError extends Error {
  constructor(id: string, count: number) {
    super(`Data key ${id} cannot be retired: ${count} values are sealed with it.`);
    this.name = 'DataKeyInUseError';
  }
}

/** Where sealed values lie. */
export interface SealedValues {
  countSealedWith(tx: Tx, dataKeyId: string): Promise<number>;
  /** Seals some of them anew; how many. */
  resealSome(dataKeyId: string, reseal: Sealer['reseal']): Promise<number>;
}

const rounds = 10;

export interface Rotation {
  masterKeyId: string;
  dataKeyId: string;
  resealed: number;
  retired: string[];
}

export interface RotationParts {
  store: DataKeysStore;
  masterKeys: MasterKeys;
  sealing: Sealer;
  values: readonly SealedValues[];
}

/**
 * New keys for what is written from now on, then everything sealed anew while the product runs, then the old keys go.
 * Cut off anywhere it can be run again: both old and new keys open what they sealed until the last step.
 */
export async function rotateKeys({ store, masterKeys, sealing, values }: RotationParts): Promise<Rotation> {
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

/** Whoever was sealing when the new key came may have stored one more value with the old one; hence the rounds. */
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
    const some = await sealed.resealSome(dataKeyId, sealing.reseal);
    if (some === 0) return done;
    done += some;
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
