import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { readUsage, type UsageItem } from '@warranty/contracts/usage';
import { CircleAlert, Gauge, TriangleAlert } from 'lucide-react';
import { call } from '../../lib/api/api.ts';
import { ListSection } from '../../shared/session/ListSection.tsx';
import { useVendorKeys } from '../../shared/vendors/vendor-keys.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Progress } from '../../ui/feedback/Progress.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { Badge } from '../../ui/text/Badge.tsx';
import { type UsageLevel, usageLevel, usageText } from './usage-level.ts';

const ownDescription = 'What you use on this server, compared with your limits.';

/** What the owner stores on the server, compared with the limits. */
export function UsageSection({ description = ownDescription }: { description?: string }) {
  return (
    <ListSection
      title="Usage"
      description={description}
      query={useUsage()}
      failed={{ title: 'Failed to load your usage.', reason: 'The server did not respond.' }}
      skeleton={<UsageSkeleton />}
      empty={
        <EmptyState icon={Gauge} title="No limits" level={3}>
          This server does not limit what you use.
        </EmptyState>
      }
    >
      {(items, headingId) => (
        <Card>
          <ul aria-labelledby={headingId} className="grid gap-x-10 px-5 py-2 md:grid-cols-2">
            {items.map((item) => (
              <Usage key={item.id} item={item} />
            ))}
          </ul>
        </Card>
      )}
    </ListSection>
  );
}

const looks = {
  normal: { tone: 'accent', Icon: null, warning: null },
  high: { tone: 'expiring', Icon: TriangleAlert, warning: 'Almost full' },
  full: { tone: 'danger', Icon: CircleAlert, warning: 'Limit reached' },
} as const satisfies Record<UsageLevel, object>;

function Usage({ item }: { item: UsageItem }) {
  const { label, used, limit, note } = item;
  const { tone, Icon, warning } = looks[usageLevel(item)];
  const text = usageText(item);
  return (
    <li className="min-w-0 py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 className="font-medium">{label}</h3>
        <span className="text-ink-2 text-sm tabular-nums">{text}</span>
      </div>
      <div className="mt-2">
        <Progress label={label} hideLabel value={used} max={limit} valueText={text} tone={tone} />
      </div>
      <p className="mt-1.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-ink-2 text-sm">
        {Icon && (
          <Badge tone={tone} icon={Icon}>
            {warning}
          </Badge>
        )}
        {note}
      </p>
    </li>
  );
}

function UsageSkeleton() {
  return (
    <div role="status" className="animate-appear-late">
      <span className="sr-only">Loading your usage...</span>
      <Card className="grid gap-x-10 px-5 py-2 md:grid-cols-2">
        {['1', '2', '3', '4'].map((item) => (
          <div key={item} className="space-y-2 py-3">
            <Skeleton className="h-5 w-40" />
            <Skeleton className="h-2 w-full" />
            <Skeleton className="h-4 w-56" />
          </div>
        ))}
      </Card>
    </div>
  );
}

/** Fetched on every visit, because runs and scans are added elsewhere, and after a change of the keys on the same page. */
function useUsage() {
  const keys = useVendorKeys();
  return useQuery({
    queryKey: ['usage', keys.dataUpdatedAt],
    queryFn: async () => (await call(readUsage)).items,
    enabled: !keys.isPending,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  });
}
