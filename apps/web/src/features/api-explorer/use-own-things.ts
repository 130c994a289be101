import { useQuery } from '@tanstack/react-query';
import { listDiscoveries } from '@warranty/contracts/agents';
import type { CatalogEndpoint } from '@warranty/contracts/api-explorer';
import { listBulkRuns } from '@warranty/contracts/bulk-lookup';
import { call } from '../../lib/api.ts';
import { parametersOf } from './internal-request.ts';
import { listsNeeded, type OwnThings } from './parameter-choices.ts';

/** Read again for each endpoint, because runs and scans arrive while the page is open. */
const alwaysFresh = { gcTime: 0, staleTime: 0, retry: false } as const;

/** What the parameters of an endpoint can be chosen from. A list that fails to load offers nothing: values can be typed. */
export function useOwnThings(endpoint: CatalogEndpoint): OwnThings {
  const needed = listsNeeded(parametersOf(endpoint));
  const runs = useQuery({
    ...alwaysFresh,
    queryKey: ['explorer-runs', endpoint.path],
    enabled: needed.runs,
    queryFn: async () => (await call(listBulkRuns)).runs,
  });
  const scans = useQuery({
    ...alwaysFresh,
    queryKey: ['explorer-scans', endpoint.path],
    enabled: needed.scans,
    queryFn: async () => (await call(listDiscoveries, { query: {} })).sessions,
  });
  return { runs: runs.data ?? [], scans: scans.data ?? [] };
}
