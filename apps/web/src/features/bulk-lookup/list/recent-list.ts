import { lookupItems } from '@warranty/contracts/lookup-items';
import * as z from 'zod/mini';
import { matches } from '../../../lib/storage/matches.ts';
import type { ListItems } from './pasted-devices.ts';

const recentList = z.object({
  /** Also identifies the list. */
  lookedUpAt: z.string(),
  devices: lookupItems.body.shape.items,
});

/** A pasted list without its results, which the server has. Other columns of a spreadsheet are not stored. */
export type RecentList = z.output<typeof recentList>;

export const isRecentList = matches(recentList);

/** All lists together, because the storage of a browser is small. */
const maxDevices = 4000;

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
