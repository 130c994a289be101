import { vendorsWithKeys } from '@warranty/contracts/vendors';
import { type KeyType, keyTypes } from '@warranty/contracts/vendors/vendor';
import { privateKeyProblem } from '@warranty/domain/private-key';
import type { KeyInput } from './use-vendor-key-changes.ts';

/** Entered values; each belongs to its type, so that a key is never sent as one of another type. */
export type KeyValues = Partial<Record<KeyType, string>>;

interface ChosenKey extends Pick<KeyInput, 'vendor' | 'keyType'> {
  description: string;
}

export function neededKeys(vendor: string): readonly KeyType[] {
  return vendorsWithKeys.find(({ id }) => id === vendor)?.neededKeys ?? [];
}

/** What is wrong with an entered private key; null for other keys and while nothing is entered. */
export function keyProblem(keyType: KeyType, keyValue: string): string | null {
  return keyType === 'private_key' && keyValue.trim() !== '' ? privateKeyProblem(keyValue) : null;
}

/** The request: the chosen key, and every other key of the vendor that was entered too. */
export function keyInputOf({ vendor, keyType, description }: ChosenKey, values: KeyValues): KeyInput {
  const enteredFor = (type: KeyType) => values[type]?.trim() ?? '';
  const needed = neededKeys(vendor);
  const others = keyTypes.filter((type) => needed.includes(type) && type !== keyType && enteredFor(type));
  return {
    vendor,
    keyType,
    keyValue: enteredFor(keyType),
    description: description.trim(),
    otherKeys: others.map((type) => ({ keyType: type, keyValue: enteredFor(type) })),
  };
}
