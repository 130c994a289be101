import { useInfiniteQuery } from '@tanstack/react-query';
import { type AuditEvent, downloadAuditEvents, listAuditEvents } from '@warranty/contracts/audit-events';
import { Ban, Download, History } from 'lucide-react';
import { call } from '../../lib/api/api.ts';
import { downloadQuery } from '../../lib/browser/organization.ts';
import { formatTime } from '../../lib/format/format-time.ts';
import { ListSection } from '../../shared/session/ListSection.tsx';
import { establishSession, useSession } from '../../shared/session/session.ts';
import { Button } from '../../ui/button/Button.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { ScrollArea } from '../../ui/layout/ScrollArea.tsx';
import { Badge } from '../../ui/text/Badge.tsx';
import { activitySentence, activitySource } from './activity-sentence.ts';

interface ActivityProps {
  description?: string;
  /** About an organization. */
  ofMembers?: boolean;
}

const ownDescription =
  'What was done with your keys, tokens, agents and runs, and from where. It contains no keys and no devices.';

/** Shows what was done with the data of the owner. The page tells if there is no session. */
export function ActivitySection(props: ActivityProps) {
  return useSession().data ? <Activity {...props} /> : null;
}

function Activity({ description = ownDescription, ofMembers = false }: ActivityProps) {
  const query = useActivity();
  const isRereading = query.isFetching && !query.isFetchingNextPage;
  return (
    <ListSection
      title="Activity"
      description={description}
      canRefresh
      actions={
        <Button asChild icon={Download} className="max-sm:flex-1">
          <a href={downloadAuditEvents.path + downloadQuery()} download>
            Download CSV
          </a>
        </Button>
      }
      query={{
        data: query.data?.pages.flatMap(({ events }) => events),
        error: query.error,
        isFetching: isRereading,
        refetch: query.refetch,
      }}
      failed={{
        title: `Failed to load ${ofMembers ? 'the' : 'your'} activity. Please try again.`,
        reason: 'The server did not respond.',
      }}
      skeleton={<ActivitySkeleton />}
      empty={
        <EmptyState icon={History} title="No activity yet" level={3}>
          Changes to {ofMembers ? 'members, keys' : 'your keys'}, tokens, agents and runs will appear here.
        </EmptyState>
      }
    >
      {(events, headingId) => (
        <>
          <ScrollArea label="Activity" className="max-h-120 rounded-card border border-line bg-surface">
            <ul aria-labelledby={headingId} className="divide-y divide-line">
              {events.map((event) => (
                <ActivityRow key={event.id} event={event} />
              ))}
            </ul>
          </ScrollArea>
          {query.hasNextPage && (
            <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              Load more
            </Button>
          )}
        </>
      )}
    </ListSection>
  );
}

function ActivityRow({ event }: { event: AuditEvent }) {
  return (
    <li className="flex items-center justify-between gap-x-6 gap-y-1 px-5 py-3 max-sm:flex-col max-sm:items-start">
      <span className="flex min-w-0 flex-wrap items-center gap-2 wrap-anywhere">
        {activitySentence(event)}
        {event.outcome === 'refused' && (
          <Badge tone="expired" icon={Ban}>
            Refused
          </Badge>
        )}
      </span>
      <span className="min-w-0 text-ink-2 text-sm wrap-anywhere">
        {activitySource(event)},{' '}
        <time dateTime={event.at} title={event.at} className="whitespace-nowrap tabular-nums">
          {formatTime(event.at, new Date())}
        </time>
      </span>
    </li>
  );
}

function ActivitySkeleton() {
  return (
    <div role="status" className="animate-appear-late">
      <span className="sr-only">Loading your activity...</span>
      <Skeleton className="h-48 w-full" />
    </div>
  );
}

/** Newest first, 100 per page. */
function useActivity() {
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
