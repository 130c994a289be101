import { Link } from '@tanstack/react-router';
import { Download, Radar, RotateCw, X } from 'lucide-react';
import { useMemo } from 'react';
import { userMessageOr } from '../../../lib/api/error-text.ts';
import { formatCount } from '../../../lib/format/format-number.ts';
import { ScreenHeader } from '../../../shared/screen/ScreenHeader.tsx';
import { useConfig } from '../../../shared/server/config.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { LoadFailed } from '../../../ui/feedback/LoadFailed.tsx';
import { Badge } from '../../../ui/text/Badge.tsx';
import { DiscoveryList, DiscoveryListSkeleton } from './DiscoveryList.tsx';
import { DiscoveryView, ScanView } from './DiscoveryView.tsx';
import { sampleDiscovery, sampleSessionId } from './sample-discovery.ts';
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
          <Button icon={RotateCw} busy={isRereading} onClick={() => invalidateDiscoveries()}>
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
          {sessions && <DiscoveryList sessions={sessions} openId={openId} list={list} />}
          <div className={sessions ? 'min-w-0' : 'min-w-0 xl:col-span-2'}>
            <DiscoveryView key={openId} sessionId={openId} />
          </div>
        </div>
      )}
    </div>
  );
}

function NoDiscoveries() {
  return (
    <EmptyState
      icon={Radar}
      title="No discoveries yet"
      action={
        <>
          <Button asChild variant="primary" icon={Download}>
            <Link to="/agent-download">Download Agents</Link>
          </Button>
          <Button asChild>
            <Link to="/agent-discoveries" search={{ session: sampleSessionId }}>
              Show a sample scan
            </Link>
          </Button>
        </>
      }
    >
      Run an agent on your network. Its scan appears here with every device it found. If a device reports its
      serial number, you can look up the warranty in one click.
    </EmptyState>
  );
}

/** What a scan looks like, for people who have none. It is not stored, and gone as soon as there is a real one. */
function SampleDiscovery() {
  const config = useConfig();
  const discovery = useMemo(() => config && sampleDiscovery(config, new Date()), [config]);
  if (!discovery) return null;
  return (
    <div className="space-y-4">
      <Alert
        tone="warning"
        title="Sample scan: none of these devices is real"
        action={
          <Button asChild size="sm" icon={X}>
            <Link to="/agent-discoveries">Close the sample</Link>
          </Button>
        }
      >
        It is not stored, and disappears when your first scan arrives.
      </Alert>
      <ScanView discovery={discovery} isSample />
    </div>
  );
}
