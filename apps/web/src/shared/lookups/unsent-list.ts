import * as z from 'zod/mini';
import { matches } from '../../lib/storage/matches.ts';

/** A lookup that was made without a connection. It is sent only if the user agrees. */
const unsentLookup = z.object({
  /** Only this user sees and sends it. */
  owner: z.string(),
  modelNumber: z.string(),
  /** Empty to detect it. */
  manufacturer: z.string(),
  /** It was sent, and the server had no result for it. */
  isFailed: z.optional(z.boolean()),
});
export type UnsentLookup = z.output<typeof unsentLookup>;

/** Identifies a lookup. */
export type Device = Pick<UnsentLookup, 'modelNumber' | 'manufacturer'>;

export const isUnsent = matches(unsentLookup);

export const maxUnsent = 500;

export const isSame = (one: Device, other: Device) =>
  one.modelNumber === other.modelNumber && one.manufacturer === other.manufacturer;

/** Returns the list with the lookup at its end; null if it is full. */
export function withUnsent(list: readonly UnsentLookup[], lookup: UnsentLookup): UnsentLookup[] | null {
  const others = list.filter((other) => !isSame(other, lookup));
  return others.length < maxUnsent ? [...others, lookup] : null;
}

/** Those that this user may see and send. */
export const ownedBy = (owner: string | null, list: readonly UnsentLookup[]) =>
  list.filter((lookup) => lookup.owner === owner);
