import { CircleCheck, CircleX } from 'lucide-react';
import { useNow } from '../../lib/browser/use-now.ts';
import { formatAgo } from '../../lib/format/age.ts';
import type { VendorView } from './vendor-view.ts';

/** When a vendor's keys were last used, and the result of the last test. */
export function KeyUse({ vendor: { lastUsedAt, lastTest } }: { vendor: VendorView }) {
  const now = useNow();
  return (
    <dl className="grid min-w-0 flex-[1_1_20rem] gap-x-8 gap-y-3 text-sm grid-cols-[auto_minmax(0,1fr)]">
      <div>
        <dt className="text-ink-2">Last used</dt>
        <dd className="mt-0.5 min-h-5">
          {lastUsedAt ? (
            <time dateTime={lastUsedAt} title={lastUsedAt}>
              {formatAgo(lastUsedAt, now)}
            </time>
          ) : (
            'never'
          )}
        </dd>
      </div>
      <div className="min-w-0">
        <dt className="text-ink-2">Last test</dt>
        <dd className="mt-0.5 flex min-h-5 gap-1.5">
          {lastTest ? <LastTest {...lastTest} ago={formatAgo(lastTest.testedAt, now)} /> : 'none'}
        </dd>
      </div>
    </dl>
  );
}

type LastTestProps = NonNullable<VendorView['lastTest']> & { ago: string };

function LastTest({ success, message, testedAt, ago }: LastTestProps) {
  return (
    <>
      {success ? (
        <CircleCheck aria-hidden size={14} className="mt-0.5 shrink-0 text-active" />
      ) : (
        <CircleX aria-hidden size={14} className="mt-0.5 shrink-0 text-expired" />
      )}
      <span className="min-w-0 wrap-anywhere">
        <time dateTime={testedAt} title={testedAt}>
          {ago}
        </time>
        : {message}
      </span>
    </>
  );
}
