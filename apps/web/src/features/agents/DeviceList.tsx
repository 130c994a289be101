import type { DiscoveredDevice } from '@warranty/contracts/agents';
import { Radar, SearchX } from 'lucide-react';
import { useState } from 'react';
import { formatCount } from '../../lib/format-number.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { DeviceRow } from './DeviceRow.tsx';
import type { useDeviceWarranties } from './useDeviceWarranties.ts';

/** Rows rendered per step: a scan may contain thousands of devices. */
const step = 200;

interface DeviceListProps {
  devices: DiscoveredDevice[];
  isEmptyScan: boolean;
  warranties: ReturnType<typeof useDeviceWarranties>;
  onClearFilter: () => void;
}

export function DeviceList({ devices, isEmptyScan, warranties, onClearFilter }: DeviceListProps) {
  const [most, setMost] = useState(step);
  if (isEmptyScan) {
    return (
      <EmptyState icon={<Radar aria-hidden size={24} />} title="No devices in this scan" level={3}>
        No device responded. Check that the agent runs on the right network, or try --thorough.
      </EmptyState>
    );
  }
  if (devices.length === 0) {
    return (
      <EmptyState
        icon={<SearchX aria-hidden size={24} />}
        title="No matching devices"
        level={3}
        action={<Button onClick={onClearFilter}>Clear filters</Button>}
      >
        Try a different search or remove some filters.
      </EmptyState>
    );
  }
  return (
    <>
      <ul
        aria-labelledby="devices"
        className="divide-y divide-line rounded-card border border-line bg-surface"
      >
        {devices.slice(0, most).map((device) => (
          <DeviceRow
            key={device.id}
            device={device}
            warranty={warranties.answers.get(device.id)}
            onLookUp={() => warranties.lookUp(device)}
          />
        ))}
      </ul>
      {devices.length > most && (
        <Button className="w-full" onClick={() => setMost(most + step)}>
          Show {formatCount(Math.min(step, devices.length - most), 'more device')}
        </Button>
      )}
    </>
  );
}
