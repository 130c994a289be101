import type { Endpoint } from '@warranty/contracts/core/endpoint';
import { nameOf } from '../../../harness/endpoints.ts';

export { endpoints, nameOf } from '../../../harness/endpoints.ts';

/** For `it.each`. */
export const named = (list: readonly Endpoint[]) =>
  list.map((endpoint) => [nameOf(endpoint), endpoint] as const);
