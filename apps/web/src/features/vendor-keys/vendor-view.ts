import type { StoredKey, VendorConfig } from '@warranty/contracts/vendor-keys';
import { vendorsWithKeys } from '@warranty/contracts/vendors';
import type { KeyType } from '@warranty/contracts/vendors/vendor';

const notConfigured = 'Not configured';

export type KeyView = ReturnType<typeof toKeyView>;

function toKeyView(type: KeyType, config: VendorConfig | undefined) {
  const masked = config?.keyTypes[type] ?? notConfigured;
  const isStored = masked !== notConfigured;
  const stored = isStored ? config?.storedKeys.find(({ keyType }) => keyType === type) : undefined;
  return {
    type,
    /** Null if no key is stored. */
    masked: isStored ? masked : null,
    description: stored?.description || null,
    updatedAt: stored?.updatedAt || null,
  };
}

function isUntested({ isConfigured, storedKeys, lastTest }: VendorConfig): boolean {
  const isNewer = ({ updatedAt }: StoredKey) => Date.parse(updatedAt) > Date.parse(lastTest?.testedAt ?? '');
  return isConfigured && (lastTest === null || storedKeys.some(isNewer));
}

/** A vendor with its required keys and what is stored for them. */
export type VendorView = ReturnType<typeof vendorViews>[number];

/** Every vendor that takes keys, in a fixed order, even if the reply omits it. */
export function vendorViews(configs: readonly VendorConfig[], tested: ReadonlySet<string>) {
  return vendorsWithKeys.map(({ id, name, neededKeys }) => {
    const config = configs.find(({ vendor }) => vendor.toLowerCase() === id);
    const isConfigured = config?.isConfigured ?? false;
    return {
      id,
      name,
      /** What the badge shows: every required key is stored, or a test passed during this visit. */
      configured: isConfigured || tested.has(id),
      /** Configured only because of a test, which lookups ignore. */
      testedOnly: tested.has(id) && !isConfigured,
      /** Every required key is stored, but one of them was saved after the last test. */
      isUntested: config !== undefined && isUntested(config),
      keys: neededKeys.map((type) => toKeyView(type, config)),
      lastUsedAt: config?.lastUsedAt ?? null,
      lastTest: config?.lastTest ?? null,
    };
  });
}

export function storedCount({ keys }: VendorView): number {
  return keys.filter(({ masked }) => masked !== null).length;
}
