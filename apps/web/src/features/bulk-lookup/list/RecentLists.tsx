import { X } from 'lucide-react';
import { useNow } from '../../../lib/browser/use-now.ts';
import { formatAgo } from '../../../lib/format/age.ts';
import { formatCount } from '../../../lib/format/format-number.ts';
import { IconButton } from '../../../ui/button/IconButton.tsx';
import { focusAfterRemoval } from '../../../ui/focus-after-removal.ts';
import { ClearableHeading } from '../../../ui/layout/ClearableHeading.tsx';
import type { RecentList } from './recent-list.ts';
import { clearRecentLists, deleteRecentList, useRecentLists } from './recent-lists.ts';

const maxShownTags = 12;

interface RecentListsProps {
  disabled: boolean;
  onOpen: (list: RecentList) => void;
}

/** Stored only in this browser. */
export function RecentLists({ disabled, onOpen }: RecentListsProps) {
  const lists = useRecentLists();
  const now = useNow();
  if (lists.length === 0) return null;
  return (
    <section aria-labelledby="recent-lists" className="print:hidden">
      <ClearableHeading id="recent-lists" text="Recent lists" size="lg" onClear={clearRecentLists} />
      <ul className="mt-2 divide-y divide-line border-line border-y">
        {lists.map((list) => (
          <li key={list.lookedUpAt} className="flex items-center gap-1">
            <button
              type="button"
              disabled={disabled}
              onClick={() => onOpen(list)}
              className="flex min-h-12 min-w-0 flex-1 flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-sm px-2 py-2 text-left enabled:hover:bg-hover focus-visible:-outline-offset-2 disabled:cursor-not-allowed"
            >
              {/* On a phone the numbers would leave no space for the tags on the same line. */}
              <span className="min-w-0 flex-1 basis-full truncate font-mono sm:basis-0">{tagsOf(list)}</span>{' '}
              <span className="flex flex-wrap items-center gap-x-4 text-ink-2 text-sm tabular-nums">
                <span>{formatCount(list.devices.length, 'device')}</span>{' '}
                <span title={list.lookedUpAt}>{formatAgo(list.lookedUpAt, now)}</span>
              </span>
            </button>
            <IconButton
              label={`Delete the list ${tagsOf(list, 2)}`}
              icon={X}
              onClick={({ currentTarget }) => {
                focusAfterRemoval(currentTarget);
                deleteRecentList(list);
              }}
            />
          </li>
        ))}
      </ul>
      <p className="mt-2 text-ink-2 text-xs">
        Serial numbers and manufacturers, saved in this browser only. A list opens with its last known
        results.
      </p>
    </section>
  );
}

function tagsOf({ devices }: RecentList, max = maxShownTags): string {
  const tags = devices.slice(0, max).map(({ serialNumber }) => serialNumber);
  return devices.length > max ? `${tags.join(', ')}...` : tags.join(', ');
}
