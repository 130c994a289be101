import { createStoredList } from '../../lib/stored-list.ts';
import { isPast, type PastRequest, pastRequestOf } from './past-request.ts';
import type { TesterForm } from './tester-form.ts';

const requests = createStoredList({ key: 'api-tester-requests', most: 20, isItem: isPast });

/** A request that is made again moves to the top. */
export function rememberRequest(form: TesterForm): void {
  const own = pastRequestOf(form);
  const text = JSON.stringify(own);
  requests.change([own, ...requests.current().filter((other) => JSON.stringify(other) !== text)]);
}

export function forgetRequests(): void {
  requests.change([]);
}

/** The last requests of this browser, newest first. */
export const usePastRequests = (): PastRequest[] => requests.useItems();
