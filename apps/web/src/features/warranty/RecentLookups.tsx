import { statusNow } from '../../lib/warranty-status.ts';
import { ClearableHeading } from '../../ui/ClearableHeading.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { clearRecentLookups, type RecentLookup } from './recent-lookups.ts';

interface RecentLookupsProps {
  recent: RecentLookup[];
  now: Date;
  disabled: boolean;
  onAgain: (lookup: RecentLookup) => void;
}

/** Stored only in this browser. */
export function RecentLookups({ recent, now, disabled, onAgain }: RecentLookupsProps) {
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
