import type { StoredKey, VendorConfig } from '@warranty/contracts/vendor-keys';
import { type Vendor, type VendorId, vendorsWithKeys } from '@warranty/contracts/vendors';
import type { KeyType } from '@warranty/contracts/vendors/vendor';

const notConfigured = 'Not configured';

export interface KeyView {
  type: KeyType;
  /** Null if no key is stored. */
  masked: string | null;
  description: string | null;
  updatedAt: string | null;
}

/** A vendor with its required keys and what is stored for them. */
export interface VendorView {
  id: VendorId;
  name: string;
  /** What the badge shows: every required key is stored, or a test passed during this visit. */
  configured: boolean;
  /** Configured only because of a test, which lookups ignore. */
  testedOnly: boolean;
  /** Every required key is stored, but one of them was saved after the last test. */
  isUntested: boolean;
  keys: KeyView[];
  lastUsedAt: string | null;
  lastTest: VendorConfig['lastTest'];
}

function toKeyView(type: KeyType, masked: string | undefined, stored: StoredKey | undefined): KeyView {
  const isStored = masked !== undefined && masked !== notConfigured;
  return {
    type,
    masked: isStored ? masked : null,
    description: (isStored && stored?.description) || null,
    updatedAt: (isStored && stored?.updatedAt) || null,
  };
}

function isUntested({ isConfigured, storedKeys, lastTest }: VendorConfig): boolean {
  const isNewer = ({ updatedAt }: StoredKey) => Date.parse(updatedAt) > Date.parse(lastTest?.testedAt ?? '');
  return isConfigured && (lastTest === null || storedKeys.some(isNewer));
}

function toView({ id, name, neededKeys }: Vendor, config: VendorConfig | undefined, tested: boolean) {
  const isConfigured = config?.isConfigured ?? false;
  return {
    id,
    name,
    configured: isConfigured || tested,
    testedOnly: tested && !isConfigured,
    isUntested: config ? isUntested(config) : false,
    keys: neededKeys.map((type) =>
      toKeyView(
        type,
        config?.keyTypes[type],
        config?.storedKeys.find(({ keyType }) => keyType === type),
      ),
    ),
    lastUsedAt: config?.lastUsedAt ?? null,
    lastTest: config?.lastTest ?? null,
  };
}

/** Every vendor that takes keys, in a fixed order, even if the reply omits it. */
export function vendorViews(configs: readonly VendorConfig[], tested: ReadonlySet<string>): VendorView[] {
  return vendorsWithKeys.map((vendor) =>
    toView(
      vendor,
      configs.find((config) => config.vendor.toLowerCase() === vendor.id),
      tested.has(vendor.id),
    ),
  );
}

export function storedCount({ keys }: VendorView): number {
  return keys.filter(({ masked }) => masked !== null).length;
}
