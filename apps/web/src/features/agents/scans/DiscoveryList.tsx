import { Link } from '@tanstack/react-router';
import type { DiscoverySummary } from '@warranty/contracts/agents';
import { CopyX, TimerOff } from 'lucide-react';
import { formatCount } from '../../../lib/format/format-number.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { formatMoment, sessionName } from '../devices/device-labels.ts';
import type { useDiscoveries } from './use-discoveries.ts';

interface DiscoveryListProps {
  sessions: DiscoverySummary[];
  openId: string;
  list: ReturnType<typeof useDiscoveries>;
}

export function DiscoveryList({ sessions, openId, list }: DiscoveryListProps) {
  return (
    <nav aria-label="Discovery sessions" className="min-w-0 xl:sticky xl:top-4">
      <ul className="max-h-44 divide-y divide-line overflow-y-auto rounded-card border border-line bg-surface xl:max-h-[calc(100dvh-8rem)]">
        {sessions.map((session) => (
          <li key={session.id}>
            <Session session={session} isOpen={session.id === openId} />
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <Button className="mt-2 w-full" busy={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
          Show older sessions
        </Button>
      )}
    </nav>
  );
}

function Session({ session, isOpen }: { session: DiscoverySummary; isOpen: boolean }) {
  const { platform, scanTimestamp, deviceCount, clockDifferenceSeconds, repeatsTimestamp } = session;
  return (
    <Link
      to="/agent-discoveries"
      search={({ sort }: Record<string, unknown>) => ({
        session: session.id,
        ...(sort !== undefined && { sort }),
      })}
      // The newest session is open if the URL names none.
      aria-current={isOpen ? 'page' : undefined}
      resetScroll={false}
      className="block px-3 py-2.5 hover:bg-hover focus-visible:-outline-offset-2 aria-[current]:bg-accent-soft"
    >
      <span className="flex items-baseline justify-between gap-3">
        <span className="min-w-0 truncate font-medium">{sessionName(session)}</span>
        <span className="shrink-0 text-sm tabular-nums">{formatCount(deviceCount, 'device')}</span>
      </span>
      <span className="mt-0.5 flex items-center justify-between gap-3 text-ink-2 text-sm">
        <time dateTime={scanTimestamp} title={scanTimestamp} className="tabular-nums">
          {formatMoment(scanTimestamp)}
        </time>
        <span className="flex min-w-0 items-center gap-2">
          {clockDifferenceSeconds !== null && (
            <TimerOff size={14} className="shrink-0 text-expiring" aria-label="Scan time differs from ours" />
          )}
          {repeatsTimestamp && (
            <CopyX size={14} className="shrink-0 text-expiring" aria-label="Duplicate scan time" />
          )}
          <span className="truncate">{platform}</span>
        </span>
      </span>
    </Link>
  );
}

export function DiscoveryListSkeleton() {
  return (
    <div role="status" className="grid animate-appear-late gap-5 xl:grid-cols-[14rem_minmax(0,1fr)]">
      <span className="sr-only">Loading discovery sessions...</span>
      <Skeleton className="h-44 w-full" />
      <Skeleton className="h-72 w-full max-xl:hidden" />
    </div>
  );
}
