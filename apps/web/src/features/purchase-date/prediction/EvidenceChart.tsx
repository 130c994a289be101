import type { Prediction } from '@warranty/contracts/purchase-date';
import { type EvidenceAxis, evidenceAxis } from './evidence-axis.ts';

const rowHeight = 20;
const top = 6;

/** Small ranges on a common axis. Hidden from screen readers: the list below has the same content. */
export function EvidenceChart({ prediction }: { prediction: Prediction }) {
  const axis = evidenceAxis(prediction);
  if (!axis) return null;
  const height = top + axis.rows.length * rowHeight;
  return (
    <svg
      aria-hidden="true"
      width="100%"
      height={height + 24}
      className="block overflow-visible text-xs tabular-nums"
    >
      {axis.interval && (
        <rect
          x={`${axis.interval.from}%`}
          width={`${axis.interval.to - axis.interval.from}%`}
          y="0"
          height={height}
          className="fill-accent-soft"
        />
      )}
      {axis.estimate !== null && (
        <line
          x1={`${axis.estimate}%`}
          x2={`${axis.estimate}%`}
          y1="0"
          y2={height}
          strokeWidth="2"
          className="stroke-accent"
        />
      )}
      {axis.rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the order never changes
        <Row key={index} row={row} y={top + index * rowHeight + rowHeight / 2 - 3} number={index + 1} />
      ))}
      <line x1="0" x2="100%" y1={height} y2={height} className="stroke-line-strong" />
      {axis.years.map(({ year, at }) => (
        <g key={year}>
          <line x1={`${at}%`} x2={`${at}%`} y1={height} y2={height + 6} className="stroke-line-strong" />
          <text x={`${at}%`} dx="4" y={height + 16} className="fill-ink-2">
            {year}
          </text>
        </g>
      ))}
    </svg>
  );
}

function Row({ row, y, number }: { row: EvidenceAxis['rows'][number]; y: number; number: number }) {
  return (
    <g>
      {row.range && (
        <line
          x1={`${row.range.from}%`}
          x2={`${row.range.to}%`}
          y1={y}
          y2={y}
          strokeWidth="4"
          strokeLinecap="round"
          className="stroke-ink-3"
        />
      )}
      {row.date !== null && <circle cx={`${row.date}%`} cy={y} r="4.5" className="fill-ink stroke-surface" />}
      <text x="0" dx="-16" dy="4" y={y} className="fill-ink-2">
        {number}
      </text>
    </g>
  );
}
