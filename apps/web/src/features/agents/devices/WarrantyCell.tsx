import { Link } from '@tanstack/react-router';
import type { DiscoveredDevice } from '@warranty/contracts/agents';
import type { WarrantyResult } from '@warranty/contracts/warranty';
import { ShieldCheck } from 'lucide-react';
import { useNow } from '../../../lib/browser/use-now.ts';
import { formatDate } from '../../../lib/format/format-date.ts';
import { StatusBadge } from '../../../shared/warranty/StatusBadge.tsx';
import { statusNow } from '../../../shared/warranty/warranty-status.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { Spinner } from '../../../ui/feedback/Spinner.tsx';
import type { DeviceWarranty } from './device-warranty.ts';
import type { DeviceWarranties } from './use-device-warranties.ts';

export interface WarrantyCellProps {
  device: DiscoveredDevice;
  warranties: DeviceWarranties;
}

/** The warranty in two short lines, or how to get it. The details have the rest. */
export function WarrantyCell({ device, warranties }: WarrantyCellProps) {
  const warranty = warranties.answers.get(device.id);
  if (device.serial === null) return null;
  if (!warranty && warranties.stored.isLoading) return <Skeleton className="h-4 w-20" />;
  if (warranty?.state === 'asking') {
    return (
      <span className="inline-flex items-center gap-2 text-ink-2 text-xs">
        <Spinner />
        Looking up...
      </span>
    );
  }
  if (warranty?.state === 'answered') return <Answer result={warranty.result} />;
  return (
    <span className="flex items-center gap-x-2">
      <Button
        size="sm"
        className="px-2!"
        icon={warranty ? undefined : <ShieldCheck aria-hidden size={14} />}
        aria-label={`${warranty ? 'Retry: look' : 'Look'} up warranty of ${device.hostname ?? device.ip}`}
        onClick={() => warranties.lookUp(device)}
      >
        {warranty ? 'Retry' : 'Look up'}
      </Button>
      {warranty && <Failure {...warranty} />}
    </span>
  );
}

function Failure({ needsKeys, text }: Extract<DeviceWarranty, { state: 'failed' }>) {
  return needsKeys ? (
    <Link to="/api-keys" className="text-accent-strong text-xs underline underline-offset-2" title={text}>
      Add keys
    </Link>
  ) : (
    <span className="text-danger text-xs" title={text}>
      Failed
    </span>
  );
}

function Answer({ result }: { result: WarrantyResult }) {
  const now = useNow();
  const { endDate, error, coverKind } = result;
  return (
    <span className="block">
      <span className="flex">
        <StatusBadge status={statusNow(result, now)} />
      </span>
      {(endDate || error) && (
        <span className="block truncate text-ink-2 text-xs" title={error ?? endDate ?? undefined}>
          {endDate ? `${coverKind === 'license' ? 'License ends' : 'Ends'} ${formatDate(endDate)}` : error}
        </span>
      )}
    </span>
  );
}
