import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { searchOf } from '../../features/bulk-lookup/run/row-choice.ts';
import type { Action } from './needs-action.ts';

/** Each entry opens the rows that it counts. */
export function NeedsAction({ actions }: { actions: readonly Action[] }) {
  if (actions.length === 0) return null;
  return (
    <section aria-labelledby="needs-action">
      <h2 id="needs-action" className="font-semibold text-lg">
        Needs action
      </h2>
      <ul className="mt-2 divide-y divide-line border-line border-y">
        {actions.map(({ text, runId, rows }) => (
          <li key={`${runId} ${text}`}>
            <Link
              to="/bulk-lookup"
              search={{ run: runId, ...searchOf(rows) }}
              className="flex min-h-10 items-center justify-between gap-4 rounded-sm px-2 py-1.5 hover:bg-hover focus-visible:-outline-offset-2 pointer-coarse:min-h-11"
            >
              <span className="min-w-0 wrap-anywhere">{text}</span>
              <ChevronRight aria-hidden size={16} className="shrink-0 text-ink-3" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
