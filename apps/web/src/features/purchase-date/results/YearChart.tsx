import { confidences } from '@warranty/contracts/purchase-date';
import { formatNumber } from '../../../lib/format/format-number.ts';
import { Details } from '../../../ui/layout/Details.tsx';
import { CountTable } from '../../../ui/table/CountTable.tsx';
import { confidenceLabels, knownLabel } from '../prediction/labels.ts';
import type { ConfidenceFilter, YearCounts } from './prediction-rows.ts';

const pictureHeight = 112;
const top = 16;
const bottom = top + pictureHeight;
const maxLabels = 10;
/** In rem: keeps a few years from filling a wide page. */
const maxColumnRem = 5;

/** From bottom to top. */
const groups: readonly ConfidenceFilter[] = ['known', ...confidences];
const groupLabels: Record<ConfidenceFilter, string> = { known: knownLabel, ...confidenceLabels };

/** Distinguishable without color: dotted, solid, striped, outlined. */
const fills: Record<ConfidenceFilter, { fill: string; stroke: string }> = {
  known: { fill: 'url(#known-date)', stroke: 'var(--ink-3)' },
  high: { fill: 'var(--active)', stroke: 'var(--active)' },
  medium: { fill: 'url(#medium-confidence)', stroke: 'var(--expiring)' },
  low: { fill: 'var(--surface)', stroke: 'var(--unknown)' },
};

/** Assets by purchase year, known dates apart from predicted ones. */
export function YearChart({ years }: { years: YearCounts[] }) {
  if (years.length === 0) return null;
  return (
    <section>
      <div className="flex flex-wrap items-baseline gap-x-6">
        <h3 className="font-semibold">Years of purchase</h3>
        <Legend />
      </div>
      <Columns years={years} />
      <Details summary="Show as table" className="mt-2">
        <CountTable
          caption="Assets by year of purchase"
          rowHeading="Year"
          columns={groups.map((group) => groupLabels[group])}
          rows={years.map((counts) => ({
            label: String(counts.year),
            counts: groups.map((group) => counts[group]),
          }))}
          className="max-h-64 max-w-120"
        />
      </Details>
    </section>
  );
}

function Legend() {
  return (
    <ul aria-hidden className="flex flex-wrap gap-x-4 text-ink-2 text-sm">
      {groups.map((group) => (
        <li key={group} className="inline-flex items-center gap-1.5">
          <svg width="12" height="12" aria-hidden="true">
            <Pattern />
            <rect x="0.5" y="0.5" width="11" height="11" rx="1" {...fills[group]} />
          </svg>
          {groupLabels[group]}
        </li>
      ))}
    </ul>
  );
}

function Pattern() {
  return (
    <defs>
      <pattern id="known-date" width="4" height="4" patternUnits="userSpaceOnUse">
        <rect width="4" height="4" fill="var(--sunken)" />
        <circle cx="2" cy="2" r="1" fill="var(--ink-3)" />
      </pattern>
      <pattern
        id="medium-confidence"
        width="6"
        height="6"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <rect width="6" height="6" fill="var(--expiring-soft)" />
        <rect width="3" height="6" fill="var(--expiring)" />
      </pattern>
    </defs>
  );
}

/** Hidden from screen readers: the table has every number. */
function Columns({ years }: { years: YearCounts[] }) {
  const highest = Math.max(...years.map(({ known, high, medium, low }) => known + high + medium + low));
  const step = 100 / years.length;
  const labelEvery = Math.ceil(years.length / maxLabels);
  return (
    <svg
      aria-hidden="true"
      width="100%"
      height={bottom + 24}
      className="mt-2 block overflow-visible text-xs tabular-nums"
      style={{ maxWidth: `${years.length * maxColumnRem}rem` }}
    >
      <line x1="0" x2="100%" y1={top} y2={top} className="stroke-line" strokeDasharray="2 3" />
      <text x="100%" y={top - 5} textAnchor="end" className="fill-ink-2">
        {formatNumber(highest)}
      </text>
      {years.map((counts, index) => (
        <g key={counts.year}>
          <title>{titleOf(counts)}</title>
          <rect x={`${index * step}%`} width={`${step}%`} y="0" height={bottom} fill="transparent" />
          <Stack counts={counts} highest={highest} x={index * step + step * 0.2} width={step * 0.6} />
          {index % labelEvery === 0 && (
            <text
              x={`${index * step + step / 2}%`}
              y={bottom + 16}
              textAnchor="middle"
              className="fill-ink-2"
            >
              {counts.year}
            </text>
          )}
        </g>
      ))}
      <line x1="0" x2="100%" y1={bottom} y2={bottom} className="stroke-line-strong" />
    </svg>
  );
}

const titleOf = ({ year, known, high, medium, low }: YearCounts) =>
  `${year}: ${formatNumber(known)} in your file, ${formatNumber(high)} high, ${formatNumber(medium)} medium, ${formatNumber(low)} low`;

interface StackProps {
  counts: YearCounts;
  highest: number;
  /** As a percentage of the width. */
  x: number;
  width: number;
}

/** Known dates are at the bottom, then the highest confidence. */
function Stack({ counts, highest, x, width }: StackProps) {
  let below = 0;
  return groups.map((group) => {
    const count = counts[group];
    if (count === 0) return null;
    const height = Math.max(2, (count / highest) * pictureHeight);
    below += height;
    return (
      <rect
        key={group}
        x={`${x}%`}
        width={`${width}%`}
        y={bottom - below}
        height={height}
        rx="1"
        {...fills[group]}
      />
    );
  });
}
