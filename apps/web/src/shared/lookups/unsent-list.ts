/** A lookup that was made without a connection. It is sent only if the user agrees. */
export interface UnsentLookup {
  /** Only this user sees and sends it. */
  owner: string;
  modelNumber: string;
  /** Empty to detect it. */
  manufacturer: string;
  /** It was sent, and the server had no result for it. */
  isFailed?: boolean;
}

/** Identifies a lookup. */
export type Device = Pick<UnsentLookup, 'modelNumber' | 'manufacturer'>;

export function isUnsent(value: unknown): value is UnsentLookup {
  if (typeof value !== 'object' || value === null) return false;
  const { owner, modelNumber, manufacturer } = value as Record<keyof UnsentLookup, unknown>;
  return [owner, modelNumber, manufacturer].every((text) => typeof text === 'string');
}

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
