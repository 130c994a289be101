import { useMemo, useState } from 'react';
import { userMessageOr } from '../../lib/error-text.ts';
import { Card } from '../../ui/Card.tsx';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { DeviceFilters } from './DeviceFilters.tsx';
import { DeviceList } from './DeviceList.tsx';
import { DiscoveryActions } from './DiscoveryActions.tsx';
import { DiscoveryDetails } from './DiscoveryDetails.tsx';
import { type DeviceFilter, filterDevices, noFilter } from './device-filter.ts';
import { MissingDevices } from './MissingDevices.tsx';
import { SubnetMap } from './SubnetMap.tsx';
import { useDeviceWarranties } from './useDeviceWarranties.ts';
import { type Discovery, useDiscovery } from './useDiscoveries.ts';

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
      {data && <Session discovery={data} />}
    </div>
  );
}

function Session({ discovery }: { discovery: Discovery }) {
  const { session, devices, previous } = discovery;
  const [filter, setFilter] = useState<DeviceFilter>(noFilter);
  const shown = useMemo(() => filterDevices(devices, filter), [devices, filter]);
  const warranties = useDeviceWarranties(session.id);
  return (
    <>
      <DiscoveryDetails session={session} devices={devices} previous={previous} />
      {devices.length > 0 && <SubnetMap devices={devices} filter={filter} onFilter={setFilter} />}
      <section aria-labelledby="devices" className="space-y-3">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h2 id="devices" className="font-semibold text-lg">
            Discovered Devices
          </h2>
          {devices.length > 0 && (
            <DiscoveryActions discovery={discovery} shown={shown} warranties={warranties} />
          )}
        </div>
        {devices.length > 0 && (
          <DeviceFilters
            devices={devices}
            shownCount={shown.length}
            hasPrevious={previous !== null}
            filter={filter}
            onFilter={setFilter}
          />
        )}
        <DeviceList
          devices={shown}
          isEmptyScan={devices.length === 0}
          warranties={warranties}
          onClearFilter={() => setFilter(noFilter)}
        />
      </section>
      {previous && previous.gone.length > 0 && <MissingDevices previous={previous} />}
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
