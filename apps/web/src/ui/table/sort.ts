/** An order as it is written in URLs: `endDate`, or `-endDate` if it is descending. */
export type Sort<Key extends string = string> = Key | `-${Key}`;

/** Null for anything that is not the order of one of these columns. */
export function parseSort<Key extends string>(text: unknown, keys: readonly Key[]): Sort<Key> | null {
  const key = keys.find((each) => text === each || text === `-${each}`);
  return key ? formatSort(key, text !== key) : null;
}

export function formatSort<Key extends string>(key: Key, descending: boolean): Sort<Key> {
  return descending ? `-${key}` : key;
}

export const isDescending = (sort: Sort): boolean => sort.startsWith('-');

export function sortKeyOf<Key extends string>(sort: Sort<Key>): Key {
  return (isDescending(sort) ? sort.slice(1) : sort) as Key;
}
