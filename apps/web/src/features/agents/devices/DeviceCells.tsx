import { Link } from '@tanstack/react-router';
import type { DiscoveredDevice } from '@warranty/contracts/agents';
import { Shuffle } from 'lucide-react';
import { Fragment } from 'react';
import { Button } from '../../../ui/button/Button.tsx';
import { Badge } from '../../../ui/text/Badge.tsx';
import { evaluateSearch, identityLabels, portsOf, shownPorts } from './device-labels.ts';

/** The addresses of a device. The IP address opens its details. */
export function Address({ device, onOpen }: DetailsButtonProps) {
  const { mac, randomMac } = device;
  return (
    <>
      <DetailsButton device={device} onOpen={onOpen} />
      {mac && (
        <span className="flex items-center gap-1 font-mono text-ink-2 text-xs">
          {mac}
          {randomMac && <RandomMark />}
        </span>
      )}
    </>
  );
}

/** What changed since the previous scan. An unchanged device has no badge. */
export function ChangeBadge({ device }: { device: DiscoveredDevice }) {
  const { change } = device;
  if (change !== 'new' && change !== 'moved') return null;
  return (
    <Badge tone={change === 'new' ? 'active' : 'expiring'} title={describeChange(device)}>
      {change === 'new' ? 'New' : 'Moved'}
    </Badge>
  );
}

export function describeChange({ change, recognizedBy }: DiscoveredDevice): string {
  if (recognizedBy) return `Recognized by ${identityLabels[recognizedBy]}`;
  return change === 'new' ? 'Not in the previous scan' : '';
}

interface DetailsButtonProps {
  device: DiscoveredDevice;
  onOpen: () => void;
}

export function DetailsButton({ device: { ip }, onOpen }: DetailsButtonProps) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-label={`Details of ${ip}`}
      onClick={onOpen}
      className="block max-w-48 wrap-anywhere rounded-sm text-left font-medium font-mono text-accent-strong text-sm leading-4 underline-offset-4 hover:underline pointer-coarse:min-h-6"
    >
      {ip}
    </button>
  );
}

/** The device generated this address and may change it. */
export function RandomMark() {
  return (
    <span title="The device generated this address and may change it, so it is not used to recognize the device">
      <Shuffle role="img" aria-label="random" size={12} className="shrink-0" />
    </span>
  );
}

/** Who made it and what it is; otherwise who made its network card. */
export function Hardware({ device: { manufacturer, model, vendor, os } }: { device: DiscoveredDevice }) {
  const lines = [manufacturer, model].filter(Boolean);
  const shown = lines.length > 0 ? lines : [vendor, os].filter(Boolean);
  return (
    <span className="block" title={[manufacturer, model, vendor, os].filter(Boolean).join(' · ')}>
      {shown.map((line, index) => (
        <span
          key={line}
          className={
            index === 0 && lines.length > 0 ? 'block truncate leading-4' : 'block truncate text-ink-2 text-xs'
          }
        >
          {line}
        </span>
      ))}
    </span>
  );
}

export function Ports({ device }: { device: DiscoveredDevice }) {
  const ports = portsOf(device);
  const { shown, more } = shownPorts(ports);
  if (ports.length === 0) return <span className="text-ink-3 text-xs">No open ports</span>;
  return (
    <span className="block whitespace-normal text-xs" title={ports.join(', ')}>
      {shown.map((port) => (
        <code key={port} className="mr-1 inline-block">
          {port}
        </code>
      ))}
      {more > 0 && <span className="inline-block text-ink-2">+{more} more</span>}
    </span>
  );
}

interface EvaluateLinkProps {
  device: DiscoveredDevice;
  variant?: 'ghost' | 'secondary';
}

export function EvaluateLink({ device, variant = 'ghost' }: EvaluateLinkProps) {
  const isInRow = variant === 'ghost';
  return (
    <Button asChild variant={variant} size={isInRow ? 'sm' : 'md'} className={isInRow ? 'px-2!' : ''}>
      <Link
        to="/purchase-date-predictor"
        search={evaluateSearch(device)}
        preload={false}
        aria-label={`Evaluate ${device.hostname ?? device.ip}`}
      >
        Evaluate
      </Link>
    </Button>
  );
}

/** A host name, which breaks after a dot if it needs two lines. */
export function HostName({ children }: { children: string }) {
  const [first = '', ...parts] = children.split(/(?<=\.)/);
  return (
    <Badge tone="accent" isLong title={children}>
      {first}
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a name never move.
        <Fragment key={index}>
          <wbr />
          {part}
        </Fragment>
      ))}
    </Badge>
  );
}
