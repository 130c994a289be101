import { Link } from '@tanstack/react-router';
import type { DiscoveredDevice } from '@warranty/contracts/agents';
import { CalendarClock, ShieldCheck, Shuffle } from 'lucide-react';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { DeviceWarrantyLine } from './DeviceWarrantyLine.tsx';
import {
  evaluateSearch,
  formatMoment,
  identityLabels,
  kindLabels,
  portsOf,
  shownPorts,
} from './device-labels.ts';
import type { DeviceWarranty } from './device-warranty.ts';

interface DeviceRowProps {
  device: DiscoveredDevice;
  warranty: DeviceWarranty | undefined;
  onLookUp: () => void;
}

export function DeviceRow({ device, warranty, onLookUp }: DeviceRowProps) {
  const { ip, hostname, serial } = device;
  const name = hostname ?? ip;
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 px-5 py-4">
      <div className="min-w-0 flex-[1_1_24rem] space-y-1.5">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <h3 className="font-medium font-mono">{ip}</h3>
          {hostname && (
            <Badge tone="accent" title={hostname}>
              {hostname}
            </Badge>
          )}
          <Badge>{kindLabels[device.kind]}</Badge>
          <ChangeBadge device={device} />
        </div>
        <Hardware device={device} />
        <Ports device={device} />
        {warranty && <DeviceWarrantyLine warranty={warranty} />}
      </div>
      <div className="flex flex-wrap gap-2 max-sm:w-full">
        {serial && warranty?.state !== 'answered' && (
          <Button
            size="sm"
            icon={<ShieldCheck aria-hidden size={14} />}
            busy={warranty?.state === 'asking'}
            aria-label={`Look up warranty of ${name}`}
            className="max-sm:flex-1"
            onClick={onLookUp}
          >
            Look up warranty
          </Button>
        )}
        <Button asChild size="sm" icon={<CalendarClock aria-hidden size={14} />} className="max-sm:flex-1">
          <Link to="/purchase-date-predictor" search={evaluateSearch(device)} aria-label={`Evaluate ${name}`}>
            Evaluate
          </Link>
        </Button>
      </div>
    </li>
  );
}

/** What changed since the previous scan. An unchanged device has no badge. */
function ChangeBadge({ device: { change, recognisedBy } }: { device: DiscoveredDevice }) {
  if (change !== 'new' && change !== 'moved') return null;
  const how = recognisedBy ? `Recognized by ${identityLabels[recognisedBy]}` : 'Not in the previous scan';
  return (
    <Badge tone={change === 'new' ? 'active' : 'expiring'} title={how}>
      {change === 'new' ? 'New' : 'Moved'}
    </Badge>
  );
}

function Hardware({ device }: { device: DiscoveredDevice }) {
  const { mac, vendor, manufacturer, model, serial, randomMac, os } = device;
  const product = [manufacturer, model].filter(Boolean).join(' ');
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-2 text-sm">
      {mac && <span className="font-mono">{mac}</span>}
      {randomMac && (
        <span
          className="inline-flex items-center gap-1"
          title="The device generated this address and may change it, so it is not used to recognize the device"
        >
          <Shuffle aria-hidden size={14} className="shrink-0" />
          random
        </span>
      )}
      {vendor && <span className="wrap-anywhere">{vendor}</span>}
      {product && <span className="wrap-anywhere text-ink">{product}</span>}
      {serial && <span className="wrap-anywhere font-mono text-ink">{serial}</span>}
      {os && <span className="wrap-anywhere">{os}</span>}
    </p>
  );
}

function Ports({ device }: { device: DiscoveredDevice }) {
  const ports = portsOf(device);
  const { shown, more } = shownPorts(ports);
  return (
    <p className="flex flex-wrap items-center gap-1 text-ink-2 text-sm">
      {ports.length === 0 ? (
        <span>No open ports</span>
      ) : (
        <>
          <span className="mr-1">Ports</span>
          {shown.map((port) => (
            <code key={port} className="rounded-sm bg-sunken px-1.5 py-0.5 text-ink">
              {port}
            </code>
          ))}
          {more > 0 && (
            <span className="ml-1" title={ports.slice(shown.length).join(', ')}>
              +{more} more
            </span>
          )}
        </>
      )}
      <time
        dateTime={device.timestamp}
        title={device.timestamp}
        className="ml-2 whitespace-nowrap text-ink-3 tabular-nums"
      >
        {formatMoment(device.timestamp)}
      </time>
    </p>
  );
}
