import { Link } from '@tanstack/react-router';
import { CircleAlert, KeyRound } from 'lucide-react';
import { useNow } from '../../../lib/browser/use-now.ts';
import { formatAgo } from '../../../lib/format/age.ts';
import { formatDate } from '../../../lib/format/format-date.ts';
import { StatusBadge } from '../../../shared/warranty/StatusBadge.tsx';
import { statusNow } from '../../../shared/warranty/warranty-status.ts';
import type { DeviceWarranty } from './device-warranty.ts';

export function DeviceWarrantyLine({ warranty }: { warranty: DeviceWarranty }) {
  const now = useNow();
  if (warranty.state === 'asking') return <p className="sr-only">Looking up warranty...</p>;
  if (warranty.state === 'failed') {
    const Icon = warranty.needsKeys ? KeyRound : CircleAlert;
    return (
      <p role="status" className="flex items-start gap-1.5 text-ink-2 text-sm">
        <Icon aria-hidden size={14} className="mt-0.5 shrink-0" />
        <span className="min-w-0 wrap-anywhere">
          {warranty.needsKeys && 'Serial number found. '}
          {warranty.text}
          {warranty.needsKeys && (
            <>
              {' '}
              <Link to="/api-keys" className="text-accent-strong underline underline-offset-2">
                Add keys
              </Link>
            </>
          )}
        </span>
      </p>
    );
  }
  const { result } = warranty;
  const { source, endDate, serviceLevel, error, coverKind } = result;
  const ends = coverKind === 'license' ? 'License ends' : 'Ends';
  return (
    <p role="status" className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
      <StatusBadge status={statusNow(result, now)} noCoverage={result.noCoverage} />
      {endDate && (
        <span>
          {ends} <time dateTime={endDate}>{formatDate(endDate)}</time>
        </span>
      )}
      {serviceLevel && <span className="wrap-anywhere text-ink-2">{serviceLevel}</span>}
      {error && <span className="wrap-anywhere text-ink-2">{error}</span>}
      {source && (
        <span className="text-ink-3" title={source.checkedAt}>
          {source.vendor}
          {source.demo && ' sample data'}, checked {formatAgo(source.checkedAt, now)}
        </span>
      )}
    </p>
  );
}
