import { formatCount } from '../../../lib/format/format-number.ts';
import { createStoredList } from '../../../lib/storage/stored-list.ts';
import { toastWithUndo } from '../../../ui/feedback/undo-toast.ts';
import type { ListItems } from './pasted-devices.ts';
import { addList, isRecentList, type RecentList } from './recent-list.ts';

const lists = createStoredList({
  key: 'recent-lists',
  maxItems: 8,
  isItem: isRecentList,
  idOf: ({ lookedUpAt }) => lookedUpAt,
});

export function saveRecentList(devices: ListItems): void {
  lists.change(addList(lists.current(), devices, new Date()));
}

export function deleteRecentList({ lookedUpAt, devices }: RecentList): void {
  toastWithUndo({
    title: 'List deleted',
    description: formatCount(devices.length, 'device'),
    undo: lists.remove((list) => list.lookedUpAt === lookedUpAt),
  });
}

export function clearRecentLists(): void {
  toastWithUndo({ title: 'Recent lists cleared', undo: lists.remove(() => true) });
}

/** The last pasted lists of this browser, newest first. */
export const useRecentLists = (): RecentList[] => lists.useItems();
