import type { BulkResultRow, BulkRowDetails, RowDifference } from '@warranty/contracts/bulk-results';
import { isFailedOutcome } from '@warranty/contracts/row-outcome';
import { Suspense } from 'react';
import { formatDate } from '../../../lib/format/format-date.ts';
import { formatNumber } from '../../../lib/format/format-number.ts';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { lazyPart, missingContent } from '../../../ui/lazy-part.tsx';
import { shorten } from '../shorten.ts';
import { OutcomeBadge } from './OutcomeBadge.tsx';
import { useReason } from './row-hint.ts';

const WarrantyView = lazyPart(() => import('../../../shared/warranty/WarrantyView.tsx'), missingContent);

/** The result of a row or the reason why there is none, and what the file contains. */
export function RowDetails({ details, now }: { details: BulkRowDetails; now: Date }) {
  const { listed, result, cells, differences } = details;
  const vendor = listed.manufacturer ?? 'The vendor';
  return (
    <div className="space-y-6">
      {result ? (
        <Suspense fallback={<RowSkeleton />}>
          <WarrantyView result={result} now={now} />
          {!result.noCoverage && result.allEntitlements.length === 0 && (
            <Alert title="The entitlements of this run are no longer stored">
              {vendor} may have changed them since. The individual lookup shows the current ones.
            </Alert>
          )}
        </Suspense>
      ) : (
        <NoResult row={listed} now={now} />
      )}
      {listed.sameDevice > 1 && (
        <p className="text-ink-2">
          This device is in {formatNumber(listed.sameDevice)} rows of your file and was looked up once.
        </p>
      )}
      <FileCells {...{ cells, differences, vendor }} />
    </div>
  );
}

function NoResult({ row, now }: { row: BulkResultRow; now: Date }) {
  const reason = useReason(row, now);
  return (
    <div className="space-y-3">
      <OutcomeBadge row={row} now={now} />
      <p className={isFailedOutcome(row.outcome) ? 'text-danger' : undefined}>{reason}</p>
    </div>
  );
}

function FileCells({
  cells,
  differences,
  vendor,
}: Omit<BulkRowDetails, 'listed' | 'result'> & { vendor: string }) {
  const differenceAt = new Map(differences.map((each) => [each.cell, each]));
  return (
    <section aria-labelledby="row-of-file">
      <h3 id="row-of-file" className="font-semibold">
        Your file
      </h3>
      <dl className="mt-2 divide-y divide-line border-line border-y text-sm">
        {cells.map(({ column, value, isShortened }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: shortened names can be equal, and the order is the file's
          <div key={index} className="gap-x-4 py-1.5 sm:grid sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
            <dt className="wrap-anywhere text-ink-2">{shorten(column, 80)}</dt>
            <dd className="wrap-anywhere whitespace-pre-wrap">
              {value === '' ? <span className="text-ink-3">(blank)</span> : value}
              {isShortened && <span className="text-ink-2">... (shortened)</span>}
              <Contradiction difference={differenceAt.get(index)} vendor={vendor} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** What the vendor says instead, below a cell. */
function Contradiction({ difference, vendor }: { difference: RowDifference | undefined; vendor: string }) {
  if (!difference) return null;
  const { field, value } = difference;
  return (
    <span className="mt-1 block text-expiring">
      {vendor} says {field === 'endDate' ? formatDate(value) : value}
    </span>
  );
}

export function RowSkeleton() {
  return (
    <div aria-hidden className="animate-appear-late space-y-4">
      <Skeleton className="h-7 w-72 max-w-full" />
      <Skeleton className="h-5 w-40" />
      <Skeleton className="h-24 w-full" />
      <Skeleton className="h-40 w-full" />
    </div>
  );
}
