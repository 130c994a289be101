import type { DiscoveredDevice } from '@warranty/contracts/agents';
import { Radar, SearchX } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/button/Button.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { DeviceCards } from './DeviceCards.tsx';
import { DeviceSheet } from './DeviceSheet.tsx';
import { type DevicesProps, DeviceTable } from './DeviceTable.tsx';

interface DeviceListProps extends Omit<DevicesProps, 'onOpen'> {
  isEmptyScan: boolean;
  /** Cards instead of a table. */
  isNarrow: boolean;
  onClearFilter: () => void;
}

export function DeviceList({ isEmptyScan, isNarrow, onClearFilter, ...list }: DeviceListProps) {
  // Stays set while the details slide out.
  const [opened, setOpened] = useState<DiscoveredDevice | null>(null);
  const [isOpen, setOpen] = useState(false);
  const open = (device: DiscoveredDevice) => {
    setOpened(device);
    setOpen(true);
  };
  if (isEmptyScan) {
    return (
      <EmptyState icon={Radar} title="No devices in this scan" level={3}>
        No device responded. Check that the agent runs on the right network, or try --thorough.
      </EmptyState>
    );
  }
  if (list.devices.length === 0) {
    return (
      <EmptyState
        icon={SearchX}
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
      {isNarrow ? <DeviceCards {...list} onOpen={open} /> : <DeviceTable {...list} onOpen={open} />}
      {opened && (
        <DeviceSheet device={opened} warranties={list.warranties} isOpen={isOpen} onOpenChange={setOpen} />
      )}
    </>
  );
}
