import type { DiscoveredDevice } from '@warranty/contracts/agents';
import { useState } from 'react';
import { formatCount } from '../../../lib/format/format-number.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { ChangeBadge, DetailsButton, EvaluateLink, HostName, RandomMark } from './DeviceCells.tsx';
import type { DevicesProps } from './DeviceTable.tsx';
import { kindLabels, portsOf, shownPorts } from './device-labels.ts';
import { productOf } from './device-sort.ts';
import { WarrantyCell } from './WarrantyCell.tsx';

/** Rows rendered per step. */
const step = 200;

/** The devices on a screen too narrow for the table. */
export function DeviceCards({ devices, warranties, onOpen }: Omit<DevicesProps, 'sort' | 'onSort'>) {
  const [shownCount, setShownCount] = useState(step);
  return (
    <>
      <ul
        aria-labelledby="devices"
        className="divide-y divide-line rounded-card border border-line bg-surface"
      >
        {devices.slice(0, shownCount).map((device) => (
          <li key={device.id} className="space-y-1 px-4 py-2.5">
            <div className="-mr-2 flex items-start justify-between gap-2">
              <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 self-center">
                <DetailsButton device={device} onOpen={() => onOpen(device)} />
                {device.hostname && <HostName>{device.hostname}</HostName>}
                <ChangeBadge device={device} />
              </div>
              <div className="shrink-0">
                <EvaluateLink device={device} />
              </div>
            </div>
            <Facts device={device} />
            <WarrantyCell device={device} warranties={warranties} />
          </li>
        ))}
      </ul>
      {devices.length > shownCount && (
        <Button className="w-full" onClick={() => setShownCount(shownCount + step)}>
          Show {formatCount(Math.min(step, devices.length - shownCount), 'more device')}
        </Button>
      )}
    </>
  );
}

function Facts({ device }: { device: DiscoveredDevice }) {
  const { kind, mac, randomMac, serial } = device;
  const product = productOf(device) || device.vendor;
  const { shown, more } = shownPorts(portsOf(device));
  const ports = shown.length === 0 ? 'No open ports' : `Ports ${shown.join(' ')}`;
  return (
    <p className="flex flex-wrap gap-x-3 text-ink-2 text-sm">
      <span>{kindLabels[kind]}</span>
      {product && <span className="wrap-anywhere text-ink">{product}</span>}
      {serial && <span className="wrap-anywhere font-mono text-ink">{serial}</span>}
      {mac && (
        <span className="inline-flex items-center gap-1 font-mono">
          {mac}
          {randomMac && <RandomMark />}
        </span>
      )}
      <span>
        {ports}
        {more > 0 && ` +${more} more`}
      </span>
    </p>
  );
}
