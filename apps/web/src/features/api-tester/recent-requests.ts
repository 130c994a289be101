import { createStoredList } from '../../lib/storage/stored-list.ts';
import { toastWithUndo } from '../../ui/feedback/undo-toast.ts';
import { isRecentRequest, toRecentRequest } from './recent-request.ts';
import type { TesterForm } from './tester-form.ts';

const requests = createStoredList({ key: 'api-tester-requests', maxItems: 20, isItem: isRecentRequest });

/** A repeated request moves to the top. */
export function saveRecentRequest(form: TesterForm): void {
  const own = toRecentRequest(form);
  const text = JSON.stringify(own);
  requests.change([own, ...requests.current().filter((other) => JSON.stringify(other) !== text)]);
}

export function clearRecentRequests(): void {
  toastWithUndo({ title: 'Recent requests cleared', undo: requests.remove(() => true) });
}

/** Recent requests of this browser, newest first. */
export const useRecentRequests = requests.useItems;
