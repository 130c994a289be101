import { useQuery } from '@tanstack/react-query';
import { readConfig } from '@warranty/contracts/system';
import { call } from './api.ts';

/** Read once per load of the page, also where it fails: many parts use it, and each would otherwise ask again. */
const configQuery = { queryKey: ['config'], queryFn: () => call(readConfig), retryOnMount: false };

/** What the operator has set; null until it is known, and if it cannot be read. */
export function useConfig() {
  return useQuery(configQuery).data ?? null;
}

/** For what must be shown without it. */
export function useConfigFailed(): boolean {
  return useQuery(configQuery).isError;
}
