import { QueryClient } from '@tanstack/react-query';

/**
 * Cached until a mutation invalidates it: no expiry, no refetch on focus, no polling, no retries. `networkMode: 'always'`
 * makes a request fail when offline instead of pausing silently.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      retry: false,
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});
