import { Search } from 'lucide-react';
import { useNow } from '../../lib/browser/use-now.ts';
import { ScreenHeader } from '../../shared/screen/ScreenHeader.tsx';
import { useConfig } from '../../shared/server/config.ts';
import { VendorCallsLeft } from '../../shared/vendors/VendorCallsLeft.tsx';
import { useUserVendors, useVendorKeys } from '../../shared/vendors/vendor-keys.ts';
import { StatusBadge } from '../../shared/warranty/StatusBadge.tsx';
import { statusNow } from '../../shared/warranty/warranty-status.ts';
import { classes } from '../../ui/classes.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { ClearableHeading } from '../../ui/layout/ClearableHeading.tsx';
import { FailedCard } from './FailedCard.tsx';
import { LookupForm } from './LookupForm.tsx';
import { announcementFor } from './outcome.ts';
import { ResultCard } from './ResultCard.tsx';
import { clearRecentLookups, type RecentLookup, useRecentLookups } from './recent-lookups.ts';
import { Samples } from './Samples.tsx';
import { offeredSamples, sampleFields } from './samples.ts';
import { useLookup } from './use-lookup.ts';
import { type LookupFields, useLookupFields } from './use-lookup-fields.ts';
import { useLookupFocus } from './use-lookup-focus.ts';
import { VendorAccessNotice } from './VendorAccessNotice.tsx';
import { vendorAccess } from './vendor-access.ts';

export default function IndividualLookupScreen() {
  const config = useConfig();
  const now = useNow();
  const { isPending: isKeysPending } = useVendorKeys();
  const userVendors = useUserVendors();
  const recent = useRecentLookups();
  const { requested, fields, setFields, writeQuery } = useLookupFields();
  const { outcome, isPending, isRefreshing, lookUpAgain, refresh } = useLookup(requested);
  const { tagField, heading, focusForNext } = useLookupFocus(outcome);

  const lookUp = (next: LookupFields) => {
    lookUpAgain(next);
    writeQuery(next);
    focusForNext();
  };

  const samples = config?.demo && config.samples.length > 0 && (
    <Samples
      samples={offeredSamples(config.samples, userVendors)}
      disabled={isPending}
      rows={outcome !== null}
      onTry={(sample) => lookUp(sampleFields(sample))}
    />
  );
  const Result = outcome?.result.error === undefined ? ResultCard : FailedCard;
  const hasAside = recent.length > 0 || (outcome !== null && samples);
  return (
    <>
      <ScreenHeader />
      <div className="mt-6 space-y-3">
        <LookupForm
          fields={fields}
          onChange={setFields}
          onLookup={lookUp}
          tagField={tagField}
          busy={isPending && !isRefreshing}
        >
          {/* Vendor keys that cannot be read count as none. */}
          <VendorAccessNotice
            groups={config && !isKeysPending ? vendorAccess(config.dellReady, userVendors) : []}
          />
        </LookupForm>
        <VendorCallsLeft />
      </div>
      <p role="status" className="sr-only">
        {outcome && !isPending && announcementFor(outcome, now)}
      </p>
      <div className={hasAside ? 'mt-6 grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_15rem]' : 'mt-6'}>
        <div className="min-w-0">
          {outcome ? (
            // The last outcome is dimmed while the next one loads.
            <div
              aria-busy={isPending}
              className={classes('transition-opacity duration-150 ease-out', isPending && 'opacity-50')}
            >
              <Result
                outcome={outcome}
                now={now}
                busy={isPending}
                refreshing={isRefreshing}
                onRetry={() => lookUp(requested)}
                onRefresh={refresh}
                onUse={(manufacturer) => lookUp({ ...requested, manufacturer })}
                headingRef={heading}
              />
            </div>
          ) : isPending ? (
            <ResultSkeleton />
          ) : (
            <EmptyState icon={Search} title="No Results Yet" action={samples}>
              Enter a model number and manufacturer above to get started
            </EmptyState>
          )}
        </div>
        {hasAside && (
          <aside aria-label="More lookups" className="min-w-0 space-y-6 print:hidden">
            {recent.length > 0 && (
              <RecentLookups
                recent={recent}
                now={now}
                disabled={isPending}
                onAgain={({ modelNumber, manufacturer }) => lookUp({ modelNumber, manufacturer })}
              />
            )}
            {outcome && samples && (
              <section>
                <h2 className="mb-2 font-semibold">Sample devices</h2>
                {samples}
              </section>
            )}
          </aside>
        )}
      </div>
    </>
  );
}

/** Placeholder while the first result loads. */
function ResultSkeleton() {
  return (
    <Card className="animate-appear-late gap-4 p-5">
      <Skeleton className="h-7 w-56" />
      <Skeleton className="h-5 w-40" />
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        {['start', 'end', 'level', 'days'].map((fact) => (
          <Skeleton key={fact} className="h-11" />
        ))}
      </div>
      <Skeleton className="h-32" />
    </Card>
  );
}

interface RecentLookupsProps {
  recent: RecentLookup[];
  now: Date;
  disabled: boolean;
  onAgain: (lookup: RecentLookup) => void;
}

/** Stored only in this browser. */
function RecentLookups({ recent, now, disabled, onAgain }: RecentLookupsProps) {
  return (
    <section aria-labelledby="recent-lookups">
      <ClearableHeading id="recent-lookups" text="Recent lookups" onClear={clearRecentLookups} />
      <ul className="mt-1 divide-y divide-line border-line border-y">
        {recent.map((lookup) => (
          <li key={`${lookup.maker} ${lookup.modelNumber}`}>
            <button
              type="button"
              disabled={disabled}
              onClick={() => onAgain(lookup)}
              className="flex min-h-11 w-full items-center justify-between gap-2 rounded-sm py-1 text-left enabled:hover:bg-hover focus-visible:-outline-offset-2 disabled:cursor-not-allowed"
            >
              <span className="min-w-0">
                <span className="block truncate font-mono">{lookup.modelNumber}</span>
                <span className="block text-ink-2 text-xs">{lookup.maker}</span>
              </span>
              <StatusBadge status={statusNow(lookup, now)} noCoverage={lookup.noCoverage} />
            </button>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-ink-2 text-xs">Saved in this browser only.</p>
    </section>
  );
}
