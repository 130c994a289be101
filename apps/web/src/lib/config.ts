import { useQuery } from '@tanstack/react-query';
import { readConfig } from '@warranty/contracts/system';
import { call } from './api.ts';

/** What the operator has set; null until it is known, and if it cannot be read. */
export function useConfig() {
  const { data } = useQuery({ queryKey: ['config'], queryFn: () => call(readConfig) });
  return data ?? null;
}
