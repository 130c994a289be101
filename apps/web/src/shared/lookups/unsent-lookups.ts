import { createStoredList } from '../../lib/storage/stored-list.ts';
import { readOwner } from '../session/session.ts';
import {
  type Device,
  isSame,
  isUnsent,
  maxUnsent,
  ownedBy,
  type UnsentLookup,
  withUnsent,
} from './unsent-list.ts';

const unsent = createStoredList({
  key: 'unsent-lookups',
  maxItems: maxUnsent,
  isItem: isUnsent,
  newest: 'last',
});

/** Returns false if it cannot be saved: the list is full, or this browser has never had a user. */
export function saveUnsentLookup({ modelNumber, manufacturer }: Device): boolean {
  const owner = readOwner();
  const next = owner && withUnsent(unsent.current(), { owner, modelNumber, manufacturer });
  if (next) unsent.change(next);
  return Boolean(next);
}

function removeAny(isRemoved: (lookup: UnsentLookup) => boolean): void {
  if (unsent.current().some(isRemoved)) unsent.remove(isRemoved);
}

/** It was answered, or the user no longer wants it. */
export const removeUnsentLookup = (device: Device) => removeAny((other) => isSame(other, device));

/** What another user of this browser left behind. */
export const discardUnsentOfOthers = (owner: string) => removeAny((lookup) => lookup.owner !== owner);

export function markUnsentLookupFailed(device: Device): void {
  unsent.change(
    unsent.current().map((other) => (isSame(other, device) ? { ...other, isFailed: true } : other)),
  );
}

/** Returns a function that puts them back. */
export const discardUnsentLookups = (): (() => void) => unsent.remove(() => true);

export const readUnsentLookups = (): UnsentLookup[] => ownedBy(readOwner(), unsent.current());

/** Those of this user, oldest first. */
export const useUnsentLookups = (): UnsentLookup[] => ownedBy(readOwner(), unsent.useItems());
