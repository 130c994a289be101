import type { Parsed } from '@warranty/contracts/core/endpoint';
import type { testVendorKey } from '@warranty/contracts/vendor-keys';
import { type Vendor, vendorsWithKeys } from '@warranty/contracts/vendors';
import { keyNames } from '@warranty/contracts/vendors/vendor';
import { privateKeyProblem } from '@warranty/domain/private-key';
import type { ClearKeys } from '../../lookups/vendors/vendor-apis.ts';
import { AppError } from '../../platform/http/app-error.ts';

/** One key, and any others of the same vendor that were entered with it. */
export type KeyInput = Omit<Parsed<typeof testVendorKey>['body'], 'vendor'>;
type KeyEntry = NonNullable<KeyInput['otherKeys']>[number];

export const inWords = new Intl.ListFormat('en-GB');

export function requireVendor(vendorId: string): Vendor {
  const vendor = vendorsWithKeys.find(({ id }) => id === vendorId);
  if (!vendor) throw new AppError('not_found');
  return vendor;
}

/** All entered keys, once each of them is one that the vendor needs and can read. */
export function requireKeys(vendorId: string, input: KeyInput): KeyEntry[] {
  const vendor = requireVendor(vendorId);
  const { keyType, keyValue, otherKeys = [] } = input;
  const first = keyType !== undefined && keyValue !== undefined ? [{ keyType, keyValue }] : [];
  for (const key of first) requireUsableKey(vendor, key, 'body.keyValue');
  for (const [index, key] of otherKeys.entries())
    requireUsableKey(vendor, key, `body.otherKeys.${index}.keyValue`);
  const keys = [...first, ...otherKeys];
  if (new Set(keys.map((key) => key.keyType)).size < keys.length) {
    const details = [{ path: 'body.otherKeys', message: 'Each key type can be given once.' }];
    throw new AppError('invalid_request', { details });
  }
  return keys;
}

export function byType(keys: readonly KeyEntry[]): ClearKeys {
  return Object.fromEntries(keys.map(({ keyType, keyValue }) => [keyType, keyValue]));
}

/** A private key must not be sent to the vendor as a key of another type. */
function requireUsableKey(vendor: Vendor, { keyType, keyValue }: KeyEntry, path: string): void {
  if (!vendor.neededKeys.includes(keyType)) {
    const needed = inWords.format(vendor.neededKeys.map((each) => keyNames[each]));
    throw new AppError('key_type_not_needed', {
      values: { vendor: vendor.name, key: keyNames[keyType], needed },
    });
  }
  const isKeyFile = keyValue.startsWith('-----BEGIN');
  const misplaced = isKeyFile ? `This is a private key, not the ${keyNames[keyType]}.` : null;
  const message = keyType === 'private_key' ? privateKeyProblem(keyValue) : misplaced;
  if (message) throw new AppError('invalid_request', { details: [{ path, message }] });
}
