import type { OutcomeCounts } from '@warranty/contracts/row-outcome';
import { useId } from 'react';
import { formatNumber } from '../../../../lib/format/format-number.ts';
import { filterLabels, type ResultFilter } from '../../run/outcome-labels.ts';
import { type Fleet, noCoverageShare, sharesOf } from './fleet.ts';
import { PictureAreas } from './PictureAreas.tsx';
import { StatusLegend } from './StatusLegend.tsx';
import { patternOf, StatusPatterns } from './StatusPatterns.tsx';

interface StatusBarProps {
  fleet: Fleet;
  counts: OutcomeCounts;
  onOpen: (filter: ResultFilter) => void;
}

/** All rows as one bar. A segment opens the rows it stands for, and so does its entry in the legend, with the keyboard too. */
export function StatusBar({ fleet, counts, onOpen }: StatusBarProps) {
  const id = useId();
  const shares = sharesOf(fleet.statuses, counts);
  const segments = [
    ...shares.map((share) => ({ ...share, filter: share.status as ResultFilter })),
    { ...noCoverageShare(shares, fleet.noCoverage), filter: 'no-coverage' as const },
  ].filter(({ count }) => count > 0);
  return (
    <>
      <div className="relative my-3 h-7">
        <svg aria-hidden="true" width="100%" height="28" className="block rounded-sm">
          <StatusPatterns id={id} />
          {segments.map(({ filter, from, width }) => (
            <rect
              key={filter}
              x={`${from}%`}
              width={`${width}%`}
              height="28"
              fill={patternOf(id, filter)}
              className="stroke-2 stroke-surface"
            />
          ))}
        </svg>
        <PictureAreas
          areas={segments.map(({ filter, count, from, width }) => ({
            title: `${filterLabels[filter]}: ${formatNumber(count)}`,
            ...{ from, width, onOpen: () => onOpen(filter) },
          }))}
        />
      </div>
      <StatusLegend label="Open results by status" fleet={fleet} counts={counts} onChoose={onOpen} />
    </>
  );
}
