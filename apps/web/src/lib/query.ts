import { QueryClient } from '@tanstack/react-query';

/**
 * Reads are kept until something of ours changes them: no expiry, no refetch on focus, no polling, no retries.
 * Without a network a call fails and its screen says so; the default would wait for one in silence.
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
