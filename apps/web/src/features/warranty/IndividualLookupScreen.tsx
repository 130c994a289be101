import { useConfig } from '../../lib/config.ts';
import { useNow } from '../../lib/use-now.ts';
import { VendorCallsLeft } from '../../lib/VendorCallsLeft.tsx';
import { useUserVendors } from '../../lib/vendor-keys.ts';
import { ScreenHeader } from '../../ui/ScreenHeader.tsx';
import { announcementFor } from './announcement.ts';
import { LookupForm } from './LookupForm.tsx';
import { NoResults, ResultSkeleton } from './NoResults.tsx';
import { RecentLookups } from './RecentLookups.tsx';
import { ResultView } from './ResultView.tsx';
import { useRecentLookups } from './recent-lookups.ts';
import { Samples } from './Samples.tsx';
import { offeredSamples, sampleFields } from './samples.ts';
import { useLookup } from './use-lookup.ts';
import { type LookupFields, useLookupFields } from './use-lookup-fields.ts';
import { useLookupFocus } from './use-lookup-focus.ts';
import { useVendorAccess } from './use-vendor-access.ts';
import { VendorAccessNotice } from './VendorAccessNotice.tsx';

export default function IndividualLookupScreen() {
  const config = useConfig();
  const now = useNow();
  const access = useVendorAccess();
  const userVendors = useUserVendors();
  const recent = useRecentLookups();
  const { asked, fields, setFields, writeQuery } = useLookupFields();
  const { outcome, isPending, isRefreshing, lookUpAgain, refresh } = useLookup(asked);
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
          <VendorAccessNotice groups={access} />
        </LookupForm>
        <VendorCallsLeft />
      </div>
      <p role="status" className="sr-only">
        {outcome && !isPending && announcementFor(outcome, now)}
      </p>
      <div className={hasAside ? 'mt-6 grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_15rem]' : 'mt-6'}>
        <div className="min-w-0">
          {outcome ? (
            <ResultView
              outcome={outcome}
              now={now}
              busy={isPending}
              refreshing={isRefreshing}
              onRetry={() => lookUp(asked)}
              onRefresh={refresh}
              onUse={(manufacturer) => lookUp({ ...asked, manufacturer })}
              headingRef={heading}
            />
          ) : isPending ? (
            <ResultSkeleton />
          ) : (
            <NoResults samples={samples} />
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
