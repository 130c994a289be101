import { useInfiniteQuery } from '@tanstack/react-query';
import { listAuditEvents } from '@warranty/contracts/audit-events';
import { call } from '../../lib/api.ts';
import { establishSession } from '../../lib/session.ts';

/** Newest first, 100 per page. */
export function useActivity() {
  return useInfiniteQuery({
    queryKey: ['activity'],
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam }) => {
      await establishSession();
      return call(listAuditEvents, { query: pageParam ? { before: pageParam } : {} });
    },
    getNextPageParam: ({ next }) => next,
  });
}
