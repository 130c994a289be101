import { Fragment, useId } from 'react';
import { formatNumber } from '../../../lib/format-number.ts';
import { classes } from '../../../ui/classes.ts';
import { filterLabels, type ResultFilter } from '../run/outcome-labels.ts';
import type { noCoverageShare, Share } from './fleet.ts';

interface StatusBarProps {
  shares: readonly Share[];
  /** Part of the unknown ones. */
  noCoverage: ReturnType<typeof noCoverageShare>;
  /** Undefined if the legend opens the results instead of filtering them. */
  filter?: ResultFilter | null | undefined;
  onFilter: (filter: ResultFilter | null) => void;
}

const inks: Record<Share['status'], string> = {
  active: 'var(--active)',
  expiring: 'var(--expiring)',
  expired: 'var(--expired)',
  unknown: 'var(--unknown)',
  failed: 'var(--danger)',
  'not-processed': 'var(--line-strong)',
  skipped: 'var(--line-strong)',
  pending: 'var(--line-strong)',
};

/** All rows as one bar. The legend shows the numbers, and filters the table or opens it. */
export function StatusBar({ shares, noCoverage, filter, onFilter }: StatusBarProps) {
  const id = useId();
  const segments = [...shares, { ...noCoverage, status: 'none' }].filter(({ count }) => count > 0);
  const entry = { id, filter, onFilter };
  return (
    <>
      <svg aria-hidden="true" width="100%" height="28" className="mt-3 block rounded-sm">
        <Patterns id={id} />
        {segments.map(({ status, from, width }) => (
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
          <Fragment key={status}>
            <Entry
              {...entry}
              value={status}
              pattern={status}
              count={count}
              note={`${width.toFixed(width > 0 && width < 1 ? 1 : 0)}%`}
            />
            {status === 'unknown' && noCoverage.count > 0 && (
              <Entry
                {...entry}
                value="no-coverage"
                pattern="none"
                count={noCoverage.count}
                note="of Unknown"
              />
            )}
          </Fragment>
        ))}
      </ul>
    </>
  );
}

interface EntryProps extends Pick<StatusBarProps, 'filter' | 'onFilter'> {
  id: string;
  value: ResultFilter;
  pattern: string;
  count: number;
  note: string;
}

function Entry({ id, filter, onFilter, value, pattern, count, note }: EntryProps) {
  return (
    <li>
      <button
        type="button"
        aria-pressed={filter === undefined ? undefined : filter === value}
        disabled={count === 0}
        onClick={() => onFilter(filter === value ? null : value)}
        className={classes(
          'inline-flex min-h-7 items-center gap-2 rounded-control border px-2.5 py-1 text-sm tabular-nums enabled:hover:bg-hover disabled:cursor-not-allowed disabled:text-ink-3 pointer-coarse:min-h-11',
          filter === value ? 'border-accent bg-accent-soft' : 'border-line',
        )}
      >
        <svg aria-hidden="true" width="14" height="14" className="rounded-sm">
          <rect width="14" height="14" fill={`url(#${id}${pattern})`} />
        </svg>
        {filterLabels[value]}
        <span className="font-medium">{formatNumber(count)}</span>
        <span className="text-ink-2">{note}</span>
      </button>
    </li>
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
      <pattern id={`${id}failed`} {...tile} patternTransform="rotate(45)">
        <rect width="6" height="6" className="fill-surface" />
        <rect width="6" height="1.5" fill={inks.failed} />
        <rect width="1.5" height="6" fill={inks.failed} />
      </pattern>
      <pattern id={`${id}not-processed`} {...tile}>
        <rect width="6" height="6" className="fill-surface" />
        <rect width="1" height="6" fill={inks['not-processed']} />
      </pattern>
      <pattern id={`${id}skipped`} {...tile} patternTransform="rotate(-45)">
        <rect width="6" height="6" className="fill-surface" />
        <rect width="1" height="6" fill={inks.skipped} />
      </pattern>
      <pattern id={`${id}pending`} {...tile}>
        <rect width="6" height="6" className="fill-surface" />
        <rect width="2" height="2" fill={inks.pending} />
      </pattern>
      <pattern id={`${id}none`} {...tile}>
        <rect width="6" height="6" className="fill-surface" />
        <rect width="6" height="1.5" fill={inks.unknown} />
      </pattern>
    </defs>
  );
}
