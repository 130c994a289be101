import { currentRequest } from '../../src/platform/fairness/current-request.ts';

/** Does the work as a request of that owner does. */
export const requestOf = <T>(owner: string, work: () => Promise<T>): Promise<T> =>
  currentRequest.run({ owner, client: { key: 'a' } }, work);
