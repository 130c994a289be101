import { useSearch } from '@tanstack/react-router';
import { MousePointerClick, RotateCw } from 'lucide-react';
import { BackToHome } from '../../lib/BackToHome.tsx';
import { counted } from '../../lib/counted.ts';
import { sentenceOr } from '../../lib/error-text.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { NoSessions } from './NoSessions.tsx';
import { SessionList, SessionListComing } from './SessionList.tsx';
import { SessionView } from './SessionView.tsx';
import { rereadDiscoveries, useDiscoveries } from './useDiscoveries.ts';

export default function AgentDiscoveriesScreen() {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const openId = typeof search.session === 'string' && search.session !== '' ? search.session : null;
  const list = useDiscoveries();
  const sessions = list.data?.pages.flat();
  const isRereading = list.isFetching && !list.isFetchingNextPage;
  return (
    <div className="space-y-6">
      <PageHeader
        back={<BackToHome />}
        title="Agent Discoveries"
        badge={sessions && <Badge>{counted(sessions.length, 'session')}</Badge>}
        actions={
          <Button
            icon={<RotateCw aria-hidden size={16} />}
            busy={isRereading}
            onClick={() => rereadDiscoveries()}
          >
            Refresh
          </Button>
        }
      >
        What your agents found on your networks
      </PageHeader>
      {list.error !== null && !isRereading && (
        <LoadFailed
          title="Error loading agent discoveries. Please try again later."
          reason={sentenceOr(list.error, 'The server did not answer.')}
          onRetry={rereadDiscoveries}
          stale={sessions !== undefined}
        />
      )}
      {!sessions && list.isFetching && <SessionListComing />}
      {sessions?.length === 0 && openId === null && <NoSessions />}
      {(openId !== null || (sessions && sessions.length > 0)) && (
        <div className="grid items-start gap-6 lg:grid-cols-[20rem_minmax(0,1fr)]">
          {sessions && (
            <SessionList
              sessions={sessions}
              hasMore={list.hasNextPage}
              isFetchingMore={list.isFetchingNextPage}
              onMore={() => list.fetchNextPage()}
            />
          )}
          <div className={sessions ? 'min-w-0' : 'min-w-0 lg:col-span-2'}>
            {openId === null ? (
              <EmptyState icon={<MousePointerClick aria-hidden size={24} />} title="No session selected">
                Select a session to see its devices.
              </EmptyState>
            ) : (
              <SessionView key={openId} sessionId={openId} />
            )}
          </div>
        </div>
      )}
    </div>
  );
}
