import { RotateCw } from 'lucide-react';
import { userMessageOr } from '../../lib/error-text.ts';
import { formatCount } from '../../lib/format-number.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { ScreenHeader } from '../../ui/ScreenHeader.tsx';
import { DiscoveryList, DiscoveryListSkeleton } from './DiscoveryList.tsx';
import { DiscoveryView } from './DiscoveryView.tsx';
import { NoDiscoveries } from './NoDiscoveries.tsx';
import { SampleDiscovery } from './SampleDiscovery.tsx';
import { sampleSessionId } from './sample-discovery.ts';
import { invalidateDiscoveries, useDiscoveries } from './use-discoveries.ts';
import { useOpenSession } from './use-discovery-address.ts';

export default function AgentDiscoveriesScreen() {
  const namedId = useOpenSession();
  const list = useDiscoveries();
  const sessions = list.data?.pages.flat();
  const isSample = namedId === sampleSessionId;
  const openId = (isSample ? null : namedId) ?? sessions?.[0]?.id ?? null;
  const isRereading = list.isFetching && !list.isFetchingNextPage;
  return (
    // The table has seven columns and uses a wide window.
    <div data-wide className="space-y-6">
      <ScreenHeader
        badge={sessions && <Badge>{formatCount(sessions.length, 'session')}</Badge>}
        actions={
          <Button
            icon={<RotateCw aria-hidden size={16} />}
            busy={isRereading}
            onClick={() => invalidateDiscoveries()}
          >
            Refresh
          </Button>
        }
      />
      {list.error !== null && !isRereading && (
        <LoadFailed
          title="Error loading agent discoveries. Please try again later."
          reason={userMessageOr(list.error, 'The server did not respond.')}
          onRetry={invalidateDiscoveries}
          stale={sessions !== undefined}
        />
      )}
      {!sessions && list.isFetching && <DiscoveryListSkeleton />}
      {sessions?.length === 0 && openId === null && (isSample ? <SampleDiscovery /> : <NoDiscoveries />)}
      {openId !== null && (
        <div className="grid items-start gap-5 xl:grid-cols-[14rem_minmax(0,1fr)]">
          {sessions && (
            <DiscoveryList
              sessions={sessions}
              openId={openId}
              hasMore={list.hasNextPage}
              isFetchingMore={list.isFetchingNextPage}
              onMore={() => list.fetchNextPage()}
            />
          )}
          <div className={sessions ? 'min-w-0' : 'min-w-0 xl:col-span-2'}>
            <DiscoveryView key={openId} sessionId={openId} />
          </div>
        </div>
      )}
    </div>
  );
}
