import type { OutcomeCounts } from '@warranty/contracts/row-outcome';
import { Fragment, useId } from 'react';
import { formatNumber } from '../../../../lib/format/format-number.ts';
import { classes } from '../../../../ui/classes.ts';
import { filterLabels, type ResultFilter } from '../../run/outcome-labels.ts';
import { type Fleet, noCoverageShare, sharesOf } from './fleet.ts';
import { patternOf, StatusPatterns } from './StatusPatterns.tsx';

interface StatusLegendProps {
  label: string;
  fleet: Fleet;
  counts: OutcomeCounts;
  /** Rows that differ from the file, where they are shown, and of how many if not all were compared. */
  differing?: { count: number; of: string } | undefined;
  /** Numbers only, without their share of all rows. */
  isShort?: boolean;
  /** The filter that is on. Undefined if entries open results instead of filtering them. */
  filter?: ResultFilter | null | undefined;
  onChoose: (filter: ResultFilter) => void;
}

/** The number of rows of each status. An entry filters the table or opens it. */
export function StatusLegend(props: StatusLegendProps) {
  const { label, fleet, counts, differing, isShort = false, filter, onChoose } = props;
  const id = useId();
  const shares = sharesOf(fleet.statuses, counts);
  const noCoverage = noCoverageShare(shares, fleet.noCoverage).count;
  const entry = { id, filter, onChoose };
  return (
    <div>
      <svg aria-hidden="true" width="0" height="0" className="absolute">
        <StatusPatterns id={id} />
      </svg>
      <ul aria-label={label} className="flex flex-wrap gap-2">
        {shares.map(({ status, count, width }) => (
          <Fragment key={status}>
            <Entry
              {...entry}
              value={status}
              count={count}
              note={isShort ? '' : `${width.toFixed(width > 0 && width < 1 ? 1 : 0)}%`}
            />
            {status === 'unknown' && noCoverage > 0 && (
              <Entry {...entry} value="no-coverage" count={noCoverage} note={isShort ? '' : 'of Unknown'} />
            )}
          </Fragment>
        ))}
        {differing && differing.count > 0 && (
          <Entry {...entry} value="differs" count={differing.count} note={differing.of} />
        )}
      </ul>
    </div>
  );
}

interface EntryProps extends Pick<StatusLegendProps, 'filter' | 'onChoose'> {
  id: string;
  value: ResultFilter;
  count: number;
  note: string;
}

function Entry({ id, filter, onChoose, value, count, note }: EntryProps) {
  return (
    <li>
      <button
        type="button"
        aria-pressed={filter === undefined ? undefined : filter === value}
        disabled={count === 0}
        onClick={() => onChoose(value)}
        className={classes(
          'inline-flex min-h-7 items-center gap-2 rounded-control border px-2.5 py-1 text-sm tabular-nums enabled:hover:bg-hover disabled:cursor-not-allowed disabled:text-ink-3 pointer-coarse:min-h-11',
          filter === value ? 'border-accent bg-accent-soft' : 'border-line',
        )}
      >
        {value !== 'differs' && (
          <svg aria-hidden="true" width="14" height="14" className="rounded-sm">
            <rect width="14" height="14" fill={patternOf(id, value)} />
          </svg>
        )}
        {filterLabels[value]}
        <span className="font-medium">{formatNumber(count)}</span>
        {note && <span className="text-ink-2">{note}</span>}
      </button>
    </li>
  );
}
