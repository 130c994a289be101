import type { WarrantyStatus } from '@warranty/contracts/warranty';
import { statusLabels } from '@warranty/domain/status-labels';
import { useId } from 'react';
import { formatNumber } from '../../../lib/format-number.ts';
import { classes } from '../../../ui/classes.ts';
import type { ResultFilter } from '../run/outcome-labels.ts';
import type { sharesOf } from './fleet.ts';

interface StatusBarProps {
  shares: ReturnType<typeof sharesOf>;
  /** Undefined if the legend opens the results instead of filtering them. */
  filter?: ResultFilter | null | undefined;
  onFilter: (filter: ResultFilter | null) => void;
}

const inks: Record<WarrantyStatus, string> = {
  active: 'var(--active)',
  expiring: 'var(--expiring)',
  expired: 'var(--expired)',
  unknown: 'var(--unknown)',
};

/** All statuses as one bar. The legend shows the numbers, and filters the table or opens it. */
export function StatusBar({ shares, filter, onFilter }: StatusBarProps) {
  const id = useId();
  return (
    <>
      <svg aria-hidden="true" width="100%" height="28" className="mt-3 block rounded-sm">
        <Patterns id={id} />
        {shares
          .filter(({ count }) => count > 0)
          .map(({ status, from, width }) => (
            <rect
              key={status}
              x={`${from}%`}
              width={`${width}%`}
              height="28"
              fill={`url(#${id}${status})`}
              className="stroke-2 stroke-surface"
            />
          ))}
      </svg>
      <ul
        aria-label={filter === undefined ? 'Open results by status' : 'Filter results by status'}
        className="mt-3 flex flex-wrap gap-2"
      >
        {shares.map(({ status, count, width }) => (
          <li key={status}>
            <button
              type="button"
              aria-pressed={filter === undefined ? undefined : filter === status}
              disabled={count === 0}
              onClick={() => onFilter(filter === status ? null : status)}
              className={classes(
                'inline-flex min-h-7 items-center gap-2 rounded-control border px-2.5 py-1 text-sm tabular-nums enabled:hover:bg-hover disabled:cursor-not-allowed disabled:text-ink-3 pointer-coarse:min-h-11',
                filter === status ? 'border-accent bg-accent-soft' : 'border-line',
              )}
            >
              <svg aria-hidden="true" width="14" height="14" className="rounded-sm">
                <rect width="14" height="14" fill={`url(#${id}${status})`} />
              </svg>
              {statusLabels[status]}
              <span className="font-medium">{formatNumber(count)}</span>
              <span className="text-ink-2">{width.toFixed(width > 0 && width < 1 ? 1 : 0)}%</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Each status has its own pattern, so that the bar is readable without color. */
function Patterns({ id }: { id: string }) {
  const tile = { width: 6, height: 6, patternUnits: 'userSpaceOnUse' };
  return (
    <defs>
      <pattern id={`${id}active`} {...tile}>
        <rect width="6" height="6" fill={inks.active} />
      </pattern>
      <pattern id={`${id}expiring`} {...tile} patternTransform="rotate(45)">
        <rect width="6" height="6" className="fill-surface" />
        <rect width="4" height="6" fill={inks.expiring} />
      </pattern>
      <pattern id={`${id}expired`} {...tile} patternTransform="rotate(-45)">
        <rect width="6" height="6" className="fill-surface" />
        <rect width="2.5" height="6" fill={inks.expired} />
      </pattern>
      <pattern id={`${id}unknown`} {...tile}>
        <rect width="6" height="6" className="fill-surface" />
        <circle cx="3" cy="3" r="1.2" fill={inks.unknown} />
      </pattern>
    </defs>
  );
}
