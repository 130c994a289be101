import { withoutOwner } from '../platform/fairness/current-request.ts';
import { type Caller, personOf } from '../platform/ownership/caller.ts';

/** The names of people, by id. */
export interface HasNames {
  namesOf(people: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/**
 * For people, each row names who created it: null if that is not known any more. Browsers are not told, because they created
 * everything themselves.
 */
export async function withCreators<Row extends { createdBy: string | null }>(
  caller: Pick<Caller, 'actor'>,
  rows: readonly Row[],
  { namesOf }: HasNames,
): Promise<(Omit<Row, 'createdBy'> & { createdBy?: string | null })[]> {
  if (personOf(caller) === null) return rows.map(({ createdBy: _, ...row }) => row);
  const creators = rows.flatMap(({ createdBy }) => createdBy ?? []);
  // Also of those who have left the organization.
  const names = await withoutOwner(() => namesOf(creators));
  return rows.map((row) => ({ ...row, createdBy: names.get(row.createdBy ?? '') ?? null }));
}
