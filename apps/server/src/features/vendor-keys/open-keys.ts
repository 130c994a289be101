import type { ClearKeys } from '../../lookups/vendors/vendor-apis.ts';
import type { Audit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/db/database.ts';
import { systemCaller } from '../../platform/ownership/caller.ts';
import type { OwnerId } from '../../platform/ownership/owner-id.ts';
import type { SealedValues } from '../../platform/secrets/rotate.ts';
import type { Binding, Sealer } from '../../platform/secrets/sealer.ts';
import type { SealedKeyRow, VendorKeysStore } from './vendor-keys.store.ts';

interface OpenKeysDeps {
  store: VendorKeysStore;
  sealing: Sealer;
  audit: Pick<Audit, 'parametersOf' | 'note'>;
}

export type OpenKeys = ReturnType<typeof createOpenKeys>;

export const bindingOf = ({ owner, vendor, keyType, id }: Omit<SealedKeyRow, 'sealed'>): Binding => [
  owner,
  vendor,
  keyType,
  id,
];

/**
 * The only place where stored vendor keys are decrypted: for a call of their owner, and only after it was written to the
 * audit log. A value is bound to its owner, and opened as one of the owner who asked: had a statement ever found the row of another
 * one, it would not open.
 */
export function createOpenKeys({
  store,
  sealing,
}: {
  store: Pick<VendorKeysStore, 'listSealed'>;
  sealing: Pick<Sealer, 'unseal'>;
}) {
  return async function openKeys(owner: OwnerId, vendor: string): Promise<ClearKeys> {
    const rows = await store.listSealed(owner, vendor);
    const entries = rows.map(
      async (row) => [row.keyType, await sealing.unseal(row.sealed, bindingOf({ ...row, owner }))] as const,
    );
    return Object.fromEntries(await Promise.all(entries));
  };
}

/** Opens keys for a lookup. Its audit event stands for all uses of the same minute. */
export function createUseKeys({
  store,
  audit,
  openKeys,
}: Omit<OpenKeysDeps, 'sealing'> & { openKeys: OpenKeys }) {
  return async function useKeys(owner: OwnerId, vendor: string): Promise<ClearKeys> {
    const caller = systemCaller(owner);
    const event = { action: 'vendor_key.used', details: { vendor } } as const;
    if (await store.noteUse(owner, vendor, await audit.parametersOf(caller, event)))
      audit.note(caller, event);
    return openKeys(owner, vendor);
  };
}

/** For key rotation: counts and reseals stored vendor keys. */
export function sealedVendorKeys(store: VendorKeysStore): SealedValues {
  return {
    countSealedWith: store.countSealedWith,
    resealSome: (dataKeyId, reseal) =>
      store.transaction(async (tx: Tx) => {
        const rows = await store.lockSealedWith(tx, dataKeyId);
        for (const row of rows)
          await store.replaceSealed(tx, row.id, await reseal(tx, row.sealed, bindingOf(row)));
        return rows.length;
      }),
  };
}
