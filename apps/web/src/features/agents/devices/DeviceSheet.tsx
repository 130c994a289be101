import type { DiscoveredDevice } from '@warranty/contracts/agents';
import { RotateCw, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/button/Button.tsx';
import { CopyButton } from '../../../ui/button/CopyButton.tsx';
import { Sheet } from '../../../ui/overlay/Sheet.tsx';
import { Fact, FactList } from '../../../ui/text/FactList.tsx';
import { ChangeBadge, describeChange, EvaluateLink } from './DeviceCells.tsx';
import { DeviceWarrantyLine } from './DeviceWarrantyLine.tsx';
import { formatMoment, kindLabels, portsOf } from './device-labels.ts';
import type { WarrantyCellProps } from './WarrantyCell.tsx';

interface DeviceSheetProps extends WarrantyCellProps {
  isOpen: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Everything the scan says about one device. */
export function DeviceSheet({ device, warranties, isOpen, onOpenChange }: DeviceSheetProps) {
  const warranty = warranties.answers.get(device.id);
  const hasResult = warranty?.state === 'answered';
  const Icon = hasResult ? RotateCw : ShieldCheck;
  return (
    <Sheet
      title={device.ip}
      description={device.hostname ?? kindLabels[device.kind]}
      open={isOpen}
      onOpenChange={onOpenChange}
      className="w-112"
      footer={
        <>
          {device.serial && (
            <>
              <CopyButton text={device.serial} label="Copy serial" />
              <Button
                icon={Icon}
                busy={warranty?.state === 'asking'}
                aria-label={`${hasResult ? 'Check again: warranty' : 'Look up warranty'} of ${device.hostname ?? device.ip}`}
                onClick={() => warranties.lookUp(device)}
              >
                {hasResult ? 'Check again' : 'Look up warranty'}
              </Button>
            </>
          )}
          <EvaluateLink device={device} variant="secondary" />
        </>
      }
    >
      <div className="space-y-5">
        {warranty && <DeviceWarrantyLine warranty={warranty} />}
        <Facts device={device} />
      </div>
    </Sheet>
  );
}

function Facts({ device }: { device: DiscoveredDevice }) {
  const { hostname, mac, randomMac, vendor, manufacturer, model, serial, uuid, os, timestamp } = device;
  const ports = portsOf(device).join(' ');
  const change = describeChange(device);
  const facts: Record<string, ReactNode> = {
    Type: kindLabels[device.kind],
    'Host name': hostname,
    Manufacturer: manufacturer,
    Model: model,
    'Operating system': os,
    'Network card': vendor,
    'Serial number': serial && <span className="font-mono">{serial}</span>,
    'MAC address': mac && (
      <>
        <span className="font-mono">{mac}</span>
        {randomMac && (
          <span className="font-normal text-ink-2 text-sm">
            random: the device generated it and may change it, so it is not used to recognize the device
          </span>
        )}
      </>
    ),
    UUID: uuid && <span className="font-mono text-sm">{uuid}</span>,
    'Open ports': ports ? <span className="font-mono">{ports}</span> : 'No open ports',
    Discovered: (
      <time dateTime={timestamp} title={timestamp}>
        {formatMoment(timestamp)}
      </time>
    ),
    'Since the previous scan': change && (
      <>
        <ChangeBadge device={device} />
        <span className="font-normal text-ink-2 text-sm">{change}</span>
      </>
    ),
  };
  return (
    <FactList narrow>
      {Object.entries(facts).map(
        ([label, value]) =>
          value && (
            <Fact key={label} label={label}>
              {value}
            </Fact>
          ),
      )}
    </FactList>
  );
}
