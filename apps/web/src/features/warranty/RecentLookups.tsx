import { statusNow } from '../../lib/warranty-status.ts';
import { Button } from '../../ui/Button.tsx';
import { focusAfterRemoval } from '../../ui/focus-after-removal.ts';
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
      <div className="flex items-center justify-between gap-2">
        <h2 id="recent-lookups" className="font-semibold">
          Recent lookups
        </h2>
        <Button
          variant="ghost"
          size="sm"
          className="-mr-3"
          onClick={({ currentTarget }) => {
            focusAfterRemoval(currentTarget);
            clearRecentLookups();
          }}
        >
          Clear
        </Button>
      </div>
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
