import { randomUUID } from 'node:crypto';
import type { Parsed } from '@warranty/contracts/core/endpoint';
import type { KeyTest, saveVendorKey, testVendorKey, VendorConfig } from '@warranty/contracts/vendor-keys';
import { type VendorId, vendorsWithKeys } from '@warranty/contracts/vendors';
import { type KeyType, keyNames } from '@warranty/contracts/vendors/vendor';
import type { ClearKeys } from '../../lookups/vendors/vendor-apis.ts';
import type { Audit } from '../../platform/audit/audit.ts';
import type { OwnerLimits } from '../../platform/fairness/owner-limits.ts';
import { createSemaphore } from '../../platform/fairness/semaphore.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Caller } from '../../platform/ownership/caller.ts';
import type { OwnerId } from '../../platform/ownership/owner-id.ts';
import type { Sealer } from '../../platform/secrets/sealer.ts';
import { createConfiguredVendors, isConfigured } from './configured-vendors.ts';
import { byType, inWords, requireKeys, requireVendor } from './key-input.ts';
import { toKeyTest, tryKeys } from './key-test.ts';
import { maskedFile, maskedValue } from './masked.ts';
import { bindingOf, type OpenKeys } from './open-keys.ts';
import type { StoredKeyRow, VendorKeysStore } from './vendor-keys.store.ts';

const missing = 'Not configured';
/** Each test calls the vendor with user input, so tests are rate limited. */
const testRate = { count: 20, seconds: 60 };
const hour = 3600;
/** Concurrent tests in this process; each waits for a vendor. */
const tests = { max: 8, maxWaiting: 24, busySeconds: 5 };

export interface VendorKeysServiceDeps {
  store: VendorKeysStore;
  audit: Pick<Audit, 'record' | 'recordAlone'>;
  sealing: Sealer;
  openKeys: OpenKeys;
  ownerLimits: Pick<OwnerLimits, 'enforceRates'>;
  /** A client that opens many sessions must not be able to try many stolen keys through this server. */
  testsPerHourPerAddress: number;
  /** Calls the vendor with these keys; rejects with `VendorError` if they do not work. */
  checkKeys(vendor: VendorId, keys: ClearKeys): Promise<void>;
  /** Returns a recovery code if the user has none yet. */
  firstRecoveryCode(owner: OwnerId): Promise<string | null>;
}

type SaveInput = Parsed<typeof saveVendorKey>['body'];
/** Without a key, the stored ones are tested. */
type TestInput = Parsed<typeof testVendorKey>['body'];

export type VendorKeysService = ReturnType<typeof createVendorKeysService>;

export function createVendorKeysService(deps: VendorKeysServiceDeps) {
  const { store, audit, sealing, openKeys, ownerLimits, testsPerHourPerAddress } = deps;
  const { checkKeys, firstRecoveryCode } = deps;
  const configured = createConfiguredVendors(store.list);

  const semaphore = createSemaphore(tests.max, {
    maxLength: tests.maxWaiting,
    fullError: () => new AppError('too_many_requests', { retryAfterSeconds: tests.busySeconds }),
  });

  const allowTest = (caller: Caller) =>
    ownerLimits.enforceRates('key-test', caller, {
      perOwner: testRate,
      perAddress: { count: testsPerHourPerAddress, seconds: hour },
    });

  return {
    configuredVendors: configured.of,

    /** Of the members of an organization, only admins see masks: the ends of keys help no one else. */
    async configs({ owner, actor }: Caller): Promise<VendorConfig[]> {
      const [stored, tests] = await Promise.all([store.list(owner), store.lastTests(owner)]);
      return vendorsWithKeys.map(({ id, name, neededKeys }) => {
        const own = stored.filter(({ vendor }) => vendor === id);
        const maskOf = (type: KeyType) => {
          const masked = own.find(({ keyType }) => keyType === type)?.masked ?? missing;
          return masked === missing || (actor.role ?? 'admin') === 'admin' ? masked : maskedFile;
        };
        const test = tests.get(id);
        return {
          vendor: name,
          isConfigured: isConfigured(id, stored),
          keyTypes: Object.fromEntries(neededKeys.map((keyType) => [keyType, maskOf(keyType)])),
          storedKeys: own.map(({ keyType, description, updatedAt }) => ({
            keyType,
            description,
            updatedAt: updatedAt.toISOString(),
          })),
          lastUsedAt: lastUseOf(own),
          lastTest: test ? { ...toKeyTest(name, test.outcome), testedAt: test.testedAt.toISOString() } : null,
        };
      });
    },

    /** Stores all keys of the request, or none of them. */
    async save(caller: Caller, { vendor, description, ...input }: SaveInput) {
      const { owner } = caller;
      const keys = requireKeys(vendor, input);
      await store.transaction(async (tx) => {
        for (const { keyType, keyValue } of keys) {
          await audit.record(tx, caller, { action: 'vendor_key.saved', details: { vendor, keyType } });
          const row = { id: randomUUID(), owner, vendor, keyType };
          await store.save(tx, {
            ...row,
            sealed: await sealing.seal(tx, keyValue, bindingOf(row)),
            masked: keyType === 'private_key' ? maskedFile : maskedValue(keyValue),
            description: description || null,
          });
        }
        await store.forgetTest(tx, owner, vendor);
      });
      configured.changed(owner);
      const recoveryCode = await firstRecoveryCode(owner);
      const names = keys.map(({ keyType }) => keyNames[keyType]);
      return { message: `${requireVendor(vendor).name} ${inWords.format(names)} saved.`, recoveryCode };
    },

    /** Combines the entered values with the stored ones of the other types. The entered values are not stored. */
    async test(caller: Caller, { vendor, ...input }: TestInput): Promise<KeyTest> {
      const { owner } = caller;
      const { id, name, neededKeys } = requireVendor(vendor);
      const entered = requireKeys(vendor, input);
      await allowTest(caller);
      const details = { vendor, keyType: input.keyType ?? 'all' };
      await audit.recordAlone(caller, { action: 'vendor_key.tested', details });
      const keys = { ...(await openKeys(owner, vendor)), ...byType(entered) };
      const missingKey = neededKeys.find((needed) => keys[needed] === undefined);
      if (missingKey) throw new AppError('other_key_missing', { values: { key: keyNames[missingKey] } });
      const outcome = await semaphore.run(caller, () => tryKeys(() => checkKeys(id, keys)));
      await store.keepTest(owner, vendor, outcome);
      return toKeyTest(name, outcome);
    },

    async remove(caller: Caller, vendorId: string, keyType: KeyType | undefined) {
      const { owner } = caller;
      const vendor = requireVendor(vendorId.toLowerCase());
      await store.transaction(async (tx) => {
        const details = { vendor: vendor.id, keyType: keyType ?? 'all' };
        await audit.record(tx, caller, { action: 'vendor_key.deleted', details });
        await store.remove(tx, owner, vendor.id, keyType ?? null);
        await store.forgetTest(tx, owner, vendor.id);
      });
      configured.changed(owner);
      const what = keyType ? `${vendor.name} ${keyNames[keyType]}` : `${vendor.name} keys`;
      return { message: `${what} deleted.` };
    },
  };
}

function lastUseOf(keys: readonly StoredKeyRow[]): string | null {
  const times = keys.flatMap(({ lastUsedAt }) => (lastUsedAt ? [lastUsedAt.getTime()] : []));
  return times.length > 0 ? new Date(Math.max(...times)).toISOString() : null;
}
