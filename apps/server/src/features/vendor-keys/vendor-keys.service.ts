import type { VendorConfig } from '@warranty/contracts/vendor-keys';
import { vendorsWithKeys } from '@warranty/contracts/vendors';
import type { VendorKeysStore } from './vendor-keys.store.ts';

const masked = '••••••••';
const missing = 'Not configured';

export type VendorKeysService = ReturnType<typeof createVendorKeysService>;

export function createVendorKeysService({ store }: { store: VendorKeysStore }) {
  return {
    async configs(userId: string): Promise<VendorConfig[]> {
      const stored = await store.list(userId);
      const has = (vendor: string, keyType: string) =>
        stored.some((key) => key.vendor === vendor && key.keyType === keyType);
      return vendorsWithKeys.map(({ id, name, neededKeys }) => ({
        vendor: name,
        isConfigured: neededKeys.every((keyType) => has(id, keyType)),
        keyTypes: Object.fromEntries(
          neededKeys.map((keyType) => [keyType, has(id, keyType) ? masked : missing]),
        ),
      }));
    },
  };
}
