import type { BulkRowDetails, FileCell } from '@warranty/contracts/bulk-results';
import { isFailedOutcome } from '@warranty/contracts/row-outcome';
import { Suspense, use } from 'react';
import { Alert } from '../../../ui/Alert.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { reasonOf } from '../run/retry.ts';
import { shorten } from '../shorten.ts';
import { OutcomeBadge } from './OutcomeBadge.tsx';
import { WarrantyPartsContext } from './warranty-parts.ts';

/** The result of a row or the reason why there is none, and what the file contains. */
export function RowDetails({ details, now }: { details: BulkRowDetails; now: Date }) {
  const { listed, result, cells } = details;
  const parts = use(WarrantyPartsContext);
  return (
    <div className="space-y-6">
      {result && parts ? (
        <Suspense fallback={<RowSkeleton />}>
          <parts.Result result={result} now={now} />
          {!result.noCoverage && result.allEntitlements.length === 0 && (
            <Alert title="The entitlements of this run are no longer stored">
              {listed.manufacturer ?? 'The vendor'} may have changed them since. The individual lookup shows
              the current ones.
            </Alert>
          )}
        </Suspense>
      ) : (
        <div className="space-y-3">
          <OutcomeBadge row={listed} now={now} />
          <p className={isFailedOutcome(listed.outcome) ? 'text-danger' : undefined}>
            {reasonOf(listed, now)}
          </p>
        </div>
      )}
      <FileCells cells={cells} />
    </div>
  );
}

function FileCells({ cells }: { cells: readonly FileCell[] }) {
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
            </dd>
          </div>
        ))}
      </dl>
    </section>
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
