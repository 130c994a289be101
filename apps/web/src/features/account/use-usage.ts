import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { readUsage } from '@warranty/contracts/usage';
import { call } from '../../lib/api.ts';
import { useVendorKeys } from '../../lib/vendor-keys.ts';

/** Fetched on every visit, because runs and scans are added elsewhere, and after a change of the keys on the same page. */
export function useUsage() {
  const keys = useVendorKeys();
  return useQuery({
    queryKey: ['usage', keys.dataUpdatedAt],
    queryFn: async () => (await call(readUsage)).items,
    enabled: !keys.isPending,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  });
}
