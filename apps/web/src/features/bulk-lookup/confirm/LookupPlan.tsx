import type { LookupCounts } from '@warranty/domain/csv/summary';
import { CircleCheck, CircleMinus, ExternalLink } from 'lucide-react';
import { addressOf } from '../../../lib/browser/organization.ts';
import { formatNumber } from '../../../lib/format/format-number.ts';
import { invalidateVendorKeys } from '../../../shared/vendors/vendor-keys.ts';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { Part } from './ConfirmationParts.tsx';
import { lookupPlan, type PlanLine } from './lookup-plan.ts';

interface LookupPlanProps {
  /** Undefined while counting. */
  lookups: LookupCounts | undefined;
  vendors: readonly string[];
  userVendors: readonly string[];
}

/** What is looked up and what is not, by vendor. */
export function LookupPlan({ lookups, vendors, userVendors }: LookupPlanProps) {
  return (
    <Part title="What is looked up">
      {lookups ? (
        <ul className="divide-y divide-line border-line border-y">
          {lookupPlan(lookups, { vendors, userVendors }).map((line) => (
            <Line key={line.name} line={line} />
          ))}
        </ul>
      ) : (
        <Skeleton className="h-24 w-full" />
      )}
    </Part>
  );
}

function Line({ line: { name, rows, isLookedUp, note, needsKeysOf } }: { line: PlanLine }) {
  const Icon = isLookedUp ? CircleCheck : CircleMinus;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-0.5 py-1.5 sm:flex-nowrap">
      <Icon aria-hidden size={16} className={isLookedUp ? 'shrink-0 text-active' : 'shrink-0 text-ink-3'} />
      <span className="w-44 font-medium">{name}</span>
      <span className="w-20 text-right tabular-nums">{formatNumber(rows)}</span>
      <span className="min-w-0 flex-1 basis-full wrap-anywhere text-ink-2 max-sm:pl-7 sm:basis-0">
        {note}
        {needsKeysOf && <AddKeys vendor={needsKeysOf} />}
      </span>
    </li>
  );
}

/** In another tab, because this one holds the file. The keys count as soon as the user is back. */
function AddKeys({ vendor }: { vendor: string }) {
  return (
    <>
      .{' '}
      <a
        href={addressOf('/api-keys')}
        target="_blank"
        rel="noopener"
        onClick={() => addEventListener('focus', invalidateVendorKeys, { once: true })}
        className="inline-flex items-center gap-1 underline decoration-line-strong underline-offset-4 hover:decoration-current"
      >
        Add {vendor} keys
        <ExternalLink aria-hidden size={14} />
        <span className="sr-only"> (opens in a new tab)</span>
      </a>
    </>
  );
}
