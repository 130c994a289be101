import { manufacturerOf, type ScannedDevice } from '@warranty/domain/label/scanned-device';
import { Pencil, ScanBarcode, X } from 'lucide-react';
import { useState } from 'react';
import { formatCount } from '../../../lib/format/format-number.ts';
import { IconButton } from '../../../ui/button/IconButton.tsx';
import { classes } from '../../../ui/classes.ts';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { focusAfterRemoval } from '../../../ui/focus-after-removal.ts';
import { Card } from '../../../ui/layout/Card.tsx';
import { EditDevice } from '../result/EditDevice.tsx';
import { Sureness } from '../result/Sureness.tsx';

interface ScanListProps {
  list: readonly ScannedDevice[];
  /** Highlighted as just added or scanned again. */
  last: string | null;
  thumbnailFor: (serial: string) => string | null;
  onChange: (device: ScannedDevice) => void;
  onRemove: (serial: string) => void;
}

/** Newest first, where the user is looking. */
export function ScanList({ list, last, thumbnailFor, onChange, onRemove }: ScanListProps) {
  const [edited, setEdited] = useState<ScannedDevice | null>(null);
  if (list.length === 0)
    return (
      <EmptyState icon={ScanBarcode} title="No Devices Yet">
        Scanned labels appear here, without duplicates. When you are done, look them all up at once.
      </EmptyState>
    );
  return (
    <Card as="section" aria-labelledby="scanned">
      <h2 id="scanned" className="px-4 pt-4 font-semibold">
        Scanned{' '}
        <span className="font-normal text-ink-2 tabular-nums">{formatCount(list.length, 'device')}</span>
      </h2>
      <ol reversed className="max-h-128 space-y-1 overflow-y-auto p-2">
        {list.toReversed().map((device) => (
          <li
            key={device.serial}
            className={classes(
              'flex items-start justify-between gap-1 rounded-sm py-1 pl-2',
              device.serial === last && 'bg-active-soft',
            )}
          >
            <Device device={device} thumbnail={thumbnailFor(device.serial)} />
            <span className="flex shrink-0">
              <IconButton
                label={`Edit ${device.serial}`}
                icon={Pencil}
                size="sm"
                onClick={() => setEdited(device)}
              />
              <IconButton
                label={`Remove ${device.serial}`}
                icon={X}
                size="sm"
                onClick={({ currentTarget }) => {
                  focusAfterRemoval(currentTarget);
                  onRemove(device.serial);
                }}
              />
            </span>
          </li>
        ))}
      </ol>
      {edited && <EditDevice device={edited} onChange={onChange} onClose={() => setEdited(null)} />}
    </Card>
  );
}

function Device({ device, thumbnail }: { device: ScannedDevice; thumbnail: string | null }) {
  const manufacturer = manufacturerOf(device);
  const name = [manufacturer, device.model].filter(Boolean).join(' ');
  return (
    <span className="min-w-0 flex-1 space-y-1 pt-1">
      <span className="block truncate font-mono">{device.serial}</span>
      <span className={classes('block text-sm wrap-anywhere', manufacturer ? 'text-ink-2' : 'text-expiring')}>
        {manufacturer ? name : ['Manufacturer unknown', device.model].filter(Boolean).join(', ')}
      </span>
      {device.sureness && <Sureness {...device.sureness} />}
      {thumbnail && (
        <img
          src={thumbnail}
          alt={`The label of ${device.serial}`}
          className="max-h-16 max-w-full rounded-sm border border-line bg-sunken"
        />
      )}
    </span>
  );
}
