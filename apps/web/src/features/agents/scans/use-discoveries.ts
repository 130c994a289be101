import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { listDiscoveries, maxListedDiscoveries, readDiscovery } from '@warranty/contracts/agents';
import type { ReplyOf } from '@warranty/contracts/core/endpoint';
import { call } from '../../../lib/api/api.ts';
import { queryClient } from '../../../lib/api/query.ts';
import { establishSession } from '../../../shared/session/session.ts';

/** Everything that Refresh reads again. */
export const discoveriesKey = ['agent-discoveries'];

export type Discovery = ReplyOf<typeof readDiscovery>;

/** Newest first, 200 per page: those before the named one. */
export async function readSessions(before?: string) {
  await establishSession();
  return (await call(listDiscoveries, { query: before ? { before } : {} })).sessions;
}

export function useDiscoveries() {
  return useInfiniteQuery({
    queryKey: [...discoveriesKey, 'list'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) => readSessions(pageParam),
    getNextPageParam: (page) => (page.length === maxListedDiscoveries ? page.at(-1)?.id : undefined),
  });
}

export function useDiscovery(sessionId: string) {
  return useQuery({
    queryKey: [...discoveriesKey, 'session', sessionId],
    queryFn: async () => {
      await establishSession();
      return call(readDiscovery, { params: { sessionId } });
    },
  });
}

/** Used by Refresh: the page is not notified when an agent sends a scan. */
export function invalidateDiscoveries(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: discoveriesKey });
}
