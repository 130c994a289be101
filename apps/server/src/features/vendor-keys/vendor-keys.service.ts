import { randomUUID } from 'node:crypto';
import type { UsageItem } from '@warranty/contracts/usage';
import type { KeyTest, VendorConfig } from '@warranty/contracts/vendor-keys';
import { type Vendor, type VendorId, vendorsWithKeys } from '@warranty/contracts/vendors';
import { type KeyType, keyNames } from '@warranty/contracts/vendors/vendor';
import { privateKeyProblem } from '@warranty/domain/private-key';
import type { Audit } from '../../platform/audit/audit.ts';
import { inBatches } from '../../platform/db/in-batches.ts';
import type { ActingCaller } from '../../platform/http/acting-caller.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { type RequestCaller, sharerOf } from '../../platform/http/route.ts';
import { enforceRateLimits } from '../../platform/limits/enforce-rate-limit.ts';
import type { Rate, RateLimiter } from '../../platform/limits/rate-limiter.store.ts';
import type { Sealer } from '../../platform/secrets/sealer.ts';
import { createSemaphore } from '../../platform/semaphore.ts';
import { createConfiguredVendors, isConfigured } from './configured-vendors.ts';
import { toKeyTest, tryKeys } from './key-test.ts';
import { maskedFile, maskedValue } from './masked.ts';
import { bindingOf, type ClearKeys, type OpenKeys } from './open-keys.ts';
import type { StoredKeyRow, VendorKeysStore } from './vendor-keys.store.ts';

const missing = 'Not configured';
const auditBatch = 10_000;
const maxKeys = vendorsWithKeys.reduce((sum, { neededKeys }) => sum + neededKeys.length, 0);
/** Each test calls the vendor with user input, so tests are rate limited. */
const testRate: Rate = { count: 20, seconds: 60 };
const hour = 3600;
/** Concurrent tests in this process; each waits for a vendor. */
const tests = { max: 8, maxWaiting: 24, busySeconds: 5 };

export interface VendorKeysServiceDeps {
  store: VendorKeysStore;
  audit: Pick<Audit, 'record' | 'recordAlone'>;
  sealing: Sealer;
  openKeys: OpenKeys;
  limits: RateLimiter;
  /** How long the use of keys is recorded. */
  auditDays: number;
  /** A client that opens many sessions must not be able to try many stolen keys through this server. */
  testsPerHourPerAddress: number;
  /** Calls the vendor with these keys; rejects with `VendorError` if they do not work. */
  checkKeys(vendor: VendorId, keys: ClearKeys): Promise<void>;
  /** Returns a recovery code if the user has none yet. */
  firstRecoveryCode(userId: string): Promise<string | null>;
}

export interface KeyInput {
  vendor: string;
  keyType: KeyType;
  keyValue: string;
}

export type VendorKeysService = ReturnType<typeof createVendorKeysService>;

export function createVendorKeysService(deps: VendorKeysServiceDeps) {
  const { store, audit, sealing, openKeys, limits, auditDays, testsPerHourPerAddress } = deps;
  const { checkKeys, firstRecoveryCode } = deps;
  const configured = createConfiguredVendors(store.list);

  const semaphore = createSemaphore(tests.max, {
    maxLength: tests.maxWaiting,
    fullError: () => new AppError('too_many_requests', { retryAfterSeconds: tests.busySeconds }),
  });

  const allowTest = ({ userId, address }: RequestCaller) =>
    enforceRateLimits(limits, [
      { key: `key-test:${userId}`, rate: testRate },
      { key: `key-test:${address}`, rate: { count: testsPerHourPerAddress, seconds: hour } },
    ]);

  return {
    configuredVendors: configured.of,

    async configs(userId: string): Promise<VendorConfig[]> {
      const [stored, tests] = await Promise.all([store.list(userId), store.lastTests(userId)]);
      return vendorsWithKeys.map(({ id, name, neededKeys }) => {
        const own = stored.filter(({ vendor }) => vendor === id);
        const maskOf = (type: KeyType) => own.find(({ keyType }) => keyType === type)?.masked ?? missing;
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

    async save(
      { userId, actor }: ActingCaller,
      { vendor, keyType, keyValue, description }: KeyInput & { description?: string | undefined },
    ): Promise<{ message: string; recoveryCode: string | null }> {
      const { name } = requireNeededKey(vendor, keyType);
      requireReadableKey(keyType, keyValue);
      const row = { id: randomUUID(), userId, vendor, keyType };
      await store.transaction(async (tx) => {
        await audit.record(tx, actor, { action: 'vendor_key.saved', details: { vendor, keyType } });
        const sealed = await sealing.seal(tx, keyValue, bindingOf(row));
        await store.save(tx, {
          ...row,
          sealed,
          masked: keyType === 'private_key' ? maskedFile : maskedValue(keyValue),
          description: description || null,
        });
      });
      configured.changed(userId);
      const recoveryCode = await firstRecoveryCode(userId);
      return { message: `${name} ${keyNames[keyType]} saved.`, recoveryCode };
    },

    /** Combines the entered value with the stored ones of the other types. The entered value is not stored. */
    async test(caller: ActingCaller, { vendor, keyType, keyValue }: KeyInput): Promise<KeyTest> {
      const { userId, actor } = caller;
      const { id, name, neededKeys } = requireNeededKey(vendor, keyType);
      requireReadableKey(keyType, keyValue);
      await allowTest(caller);
      await audit.recordAlone(actor, { action: 'vendor_key.tested', details: { vendor, keyType } });
      const stored = await openKeys(userId, vendor);
      const other = neededKeys.find((needed) => needed !== keyType && stored[needed] === undefined);
      if (other) throw new AppError('other_key_missing', { values: { key: keyNames[other] } });
      const outcome = await semaphore.run(sharerOf(caller), () =>
        tryKeys(() => checkKeys(id, { ...stored, [keyType]: keyValue })),
      );
      await store.keepTest(userId, vendor, outcome);
      return toKeyTest(name, outcome);
    },

    async remove(
      { userId, actor }: ActingCaller,
      vendorId: string,
      keyType: KeyType | undefined,
    ): Promise<{ message: string }> {
      const vendor = vendorsWithKeys.find(({ id }) => id === vendorId.toLowerCase());
      if (!vendor) throw new AppError('not_found');
      await store.transaction(async (tx) => {
        const details = { vendor: vendor.id, keyType: keyType ?? 'all' };
        await audit.record(tx, actor, { action: 'vendor_key.deleted', details });
        await store.remove(tx, userId, vendor.id, keyType ?? null);
      });
      configured.changed(userId);
      const what = keyType ? `${vendor.name} ${keyNames[keyType]}` : `${vendor.name} keys`;
      return { message: `${what} deleted.` };
    },

    sweep: () => inBatches(auditBatch, (limit) => store.deleteAudit(auditDays, limit)),

    eraseOwner: (userId: string) => inBatches(auditBatch, (limit) => store.deleteAuditOf(userId, limit)),

    async usage(userId: string): Promise<UsageItem[]> {
      const used = await store.count(userId);
      const note = 'Freed when you delete a key.';
      return [{ id: 'vendor-keys', label: 'Vendor keys', used, limit: maxKeys, unit: 'count', note }];
    },
  };
}

function lastUseOf(keys: readonly StoredKeyRow[]): string | null {
  const times = keys.flatMap(({ lastUsedAt }) => (lastUsedAt ? [lastUsedAt.getTime()] : []));
  return times.length > 0 ? new Date(Math.max(...times)).toISOString() : null;
}

function requireNeededKey(vendorId: string, keyType: KeyType): Vendor {
  const vendor = vendorsWithKeys.find(({ id }) => id === vendorId);
  if (!vendor) throw new AppError('not_found');
  if (vendor.neededKeys.includes(keyType)) return vendor;
  const needed = new Intl.ListFormat('en-GB').format(vendor.neededKeys.map((each) => keyNames[each]));
  throw new AppError('key_type_not_needed', {
    values: { vendor: vendor.name, key: keyNames[keyType], needed },
  });
}

/** A private key must not be sent to the vendor as a key of another type. */
function requireReadableKey(keyType: KeyType, keyValue: string): void {
  const isKeyFile = keyValue.startsWith('-----BEGIN');
  const misplaced = isKeyFile ? `This is a private key, not the ${keyNames[keyType]}.` : null;
  const message = keyType === 'private_key' ? privateKeyProblem(keyValue) : misplaced;
  if (message) throw new AppError('invalid_request', { details: [{ path: 'body.keyValue', message }] });
}
