import { maxLookupItems } from '@warranty/contracts/lookup-items';
import type { ListItems } from './pasted-devices.ts';

/** A pasted list without its results, which the server has. Other columns of a spreadsheet are not stored. */
export interface RecentList {
  /** Also identifies the list. */
  lookedUpAt: string;
  devices: ListItems;
}

/** All lists together, because the storage of a browser is small. */
const maxDevices = 4000;

function isDevice(value: unknown): value is ListItems[number] {
  if (typeof value !== 'object' || value === null) return false;
  const { serialNumber, manufacturer } = value as Record<keyof ListItems[number], unknown>;
  return typeof serialNumber === 'string' && ['string', 'undefined'].includes(typeof manufacturer);
}

export function isRecentList(value: unknown): value is RecentList {
  if (typeof value !== 'object' || value === null) return false;
  const { lookedUpAt, devices } = value as Record<keyof RecentList, unknown>;
  if (typeof lookedUpAt !== 'string' || !Array.isArray(devices)) return false;
  return devices.length > 0 && devices.length <= maxLookupItems && devices.every(isDevice);
}

/** Adds a list at the top, where a list that is looked up again moves, and drops the oldest ones if there are too many. */
export function addList(lists: readonly RecentList[], devices: ListItems, now: Date): RecentList[] {
  const text = JSON.stringify(devices);
  const others = lists.filter((list) => JSON.stringify(list.devices) !== text);
  let left = maxDevices;
  return [{ lookedUpAt: now.toISOString(), devices }, ...others].filter((list) => {
    left -= list.devices.length;
    return left >= 0;
  });
}
