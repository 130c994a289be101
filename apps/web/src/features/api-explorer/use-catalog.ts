import { useQuery } from '@tanstack/react-query';
import { readCatalog } from '@warranty/contracts/api-explorer';
import { call } from '../../lib/api.ts';

export function useCatalog() {
  return useQuery({ queryKey: ['endpoint-catalog'], queryFn: () => call(readCatalog) });
}
