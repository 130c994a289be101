import { ArrowDown, ArrowUp } from 'lucide-react';
import { useMemo } from 'react';
import { userMessageOr } from '../../../lib/api/error-text.ts';
import { useMediaQuery } from '../../../lib/browser/use-media-query.ts';
import { formatCount } from '../../../lib/format/format-number.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { IconButton } from '../../../ui/button/IconButton.tsx';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { LoadFailed } from '../../../ui/feedback/LoadFailed.tsx';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { Select } from '../../../ui/form/Select.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { Details } from '../../../ui/layout/Details.tsx';
import { formatSort, isDescending, sortKeyOf } from '../../../ui/table/sort.ts';
import { DeviceFilters } from '../devices/DeviceFilters.tsx';
import { DeviceList } from '../devices/DeviceList.tsx';
import type { DevicesProps } from '../devices/DeviceTable.tsx';
import { filterDevices, noFilter } from '../devices/device-filter.ts';
import { type SortKey, sortDevices, sortKeys, sortLabels } from '../devices/device-sort.ts';
import { SubnetMap } from '../devices/SubnetMap.tsx';
import { useDeviceWarranties } from '../devices/use-device-warranties.ts';
import { DiscoveryActions } from './DiscoveryActions.tsx';
import { DiscoveryDetails } from './DiscoveryDetails.tsx';
import { type Discovery, useDiscovery } from './use-discoveries.ts';
import { useDeviceView } from './use-discovery-address.ts';

/** One scan: its details, its devices and the available actions. */
export function DiscoveryView({ sessionId }: { sessionId: string }) {
  const { data, error, isFetching, refetch } = useDiscovery(sessionId);
  return (
    <div className="space-y-4">
      {error !== null && !isFetching && (
        <LoadFailed
          title="Error loading session details. Please try again."
          reason={userMessageOr(error, 'The server did not respond.')}
          onRetry={refetch}
          stale={data !== undefined}
        />
      )}
      {!data && isFetching && <DiscoverySkeleton />}
      {data && <ScanView discovery={data} />}
    </div>
  );
}

interface ScanViewProps {
  discovery: Discovery;
  /** The predictor cannot read a sample. */
  isSample?: boolean;
}

export function ScanView({ discovery, isSample = false }: ScanViewProps) {
  const { session, devices, previous } = discovery;
  const { filter, sort, setFilter, setSort, flush } = useDeviceView();
  const warranties = useDeviceWarranties(session.id, devices, isSample);
  const { answers } = warranties;
  // Warranties that arrive one by one must not sort thousands of devices again, unless they decide the order.
  const relevant = sortKeyOf(sort) === 'warranty' ? answers : null;
  const shown = useMemo(
    () => sortDevices(filterDevices(devices, filter), sort, relevant ?? new Map()),
    [devices, filter, sort, relevant],
  );
  const isNarrow = useMediaQuery('(width < 1024px)');
  return (
    <>
      <DiscoveryDetails session={session} devices={devices} previous={previous} />
      <section aria-labelledby="devices" className="space-y-3">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h2 id="devices" className="font-semibold text-lg">
            Discovered Devices
          </h2>
          {devices.length > 0 && (
            <DiscoveryActions
              discovery={discovery}
              shown={shown}
              warranties={warranties}
              canEvaluate={!isSample}
            />
          )}
        </div>
        {warranties.stored.isError && !warranties.stored.isFetching && (
          <Alert
            tone="warning"
            live="status"
            title="Failed to load known warranties."
            action={
              <Button size="sm" onClick={() => warranties.stored.refetch()}>
                Try again
              </Button>
            }
          >
            You can still look them up.
          </Alert>
        )}
        {warranties.startError && (
          <Alert tone="danger" live="alert" title="The lookup did not start.">
            {userMessageOr(warranties.startError, 'Try again later.')}
          </Alert>
        )}
        {warranties.paused && (
          <Alert tone="warning" live="status" title="The lookup is paused.">
            {warranties.paused.problem}{' '}
            {warranties.paused.continuesAt
              ? 'It continues at 00:00 UTC.'
              : 'Start it again when that is solved.'}
          </Alert>
        )}
        {devices.length > 0 && (
          <DeviceFilters
            devices={devices}
            shownCount={shown.length}
            hasPrevious={previous !== null}
            filter={filter}
            onFilter={setFilter}
            onLeaveSearch={flush}
            order={isNarrow && <DeviceOrder sort={sort} onSort={setSort} />}
          />
        )}
        <DeviceList
          devices={shown}
          isEmptyScan={devices.length === 0}
          isNarrow={isNarrow}
          sort={sort}
          onSort={setSort}
          warranties={warranties}
          onClearFilter={() => setFilter(noFilter)}
        />
      </section>
      {previous && previous.gone.length > 0 && <MissingDevices gone={previous.gone} />}
      {devices.length > 0 && <SubnetMap devices={devices} filter={filter} onFilter={setFilter} />}
    </>
  );
}

function DiscoverySkeleton() {
  return (
    <Card role="status" className="animate-appear-late gap-4 p-5">
      <span className="sr-only">Loading session details...</span>
      <Skeleton className="h-6 w-48" />
      <Skeleton className="h-12 w-full" />
      <Skeleton className="h-48 w-full" />
    </Card>
  );
}

/** Replaces the headers of the table on narrow screens. */
function DeviceOrder({ sort, onSort }: Pick<DevicesProps, 'sort' | 'onSort'>) {
  const key = sortKeyOf(sort);
  const descending = isDescending(sort);
  const Icon = descending ? ArrowDown : ArrowUp;
  return (
    <div className="flex w-full gap-2">
      <Select
        aria-label="Sort by"
        value={key}
        options={sortKeys.map((each) => ({ value: each, label: `Sort by ${sortLabels[each]}` }))}
        onValueChange={(next) => onSort(next as SortKey)}
      />
      <IconButton
        label={descending ? 'Sort ascending' : 'Sort descending'}
        variant="secondary"
        icon={Icon}
        onClick={() => onSort(formatSort(key, !descending))}
      />
    </div>
  );
}

/** Devices that the previous scan found and this one did not. */
function MissingDevices({ gone }: Pick<NonNullable<Discovery['previous']>, 'gone'>) {
  return (
    <Details summary={`${formatCount(gone.length, 'device')} missing since the previous scan`}>
      <ul className="divide-y divide-line rounded-card border border-line bg-surface">
        {gone.map(({ id, ip, hostname, mac, serial }) => (
          <li key={id} className="flex flex-wrap gap-x-4 gap-y-1 px-5 py-2 text-sm">
            <span className="font-mono">{ip}</span>
            {hostname && <span className="wrap-anywhere">{hostname}</span>}
            {mac && <span className="font-mono text-ink-2">{mac}</span>}
            {serial && <span className="wrap-anywhere font-mono">{serial}</span>}
          </li>
        ))}
      </ul>
    </Details>
  );
}
