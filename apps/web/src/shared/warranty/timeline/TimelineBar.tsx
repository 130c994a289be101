import { useId } from 'react';
import type { Bar, Timeline } from './timeline.ts';

interface TimelineBarProps {
  timeline: Timeline;
  bar: Bar | null;
  counted: boolean;
  /** This bar's end is the end date in the headline. */
  isHeadline: boolean;
}

/** One row of the chart. It fills its cell so that the lines of adjacent rows connect. */
export function TimelineBar({ timeline: { years, today }, bar, counted, isHeadline }: TimelineBarProps) {
  return (
    <svg aria-hidden="true" width="100%" height="100%" className="absolute inset-0 overflow-visible">
      {years.map(({ year, at }) => (
        <line key={year} x1={`${at}%`} x2={`${at}%`} y1="0" y2="100%" className="stroke-line" />
      ))}
      {bar && <Span bar={bar} counted={counted} />}
      <line x1={`${today}%`} x2={`${today}%`} y1="0" y2="100%" className="stroke-ink" strokeDasharray="3 2" />
      {bar?.extendsBeyondAxis && <ContinuesArrow />}
      {bar && isHeadline && !bar.extendsBeyondAxis && <EndMark at={`${bar.to}%`} />}
    </svg>
  );
}

/** Solid if counted, hatched if excluded: distinguishable without color. */
export function Span({ bar, counted }: { bar: Bar; counted: boolean }) {
  const hatch = useId();
  return (
    <>
      {!counted && (
        <pattern id={hatch} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="6" height="6" className="fill-surface" />
          <rect width="2" height="6" className="fill-ink-3" />
        </pattern>
      )}
      <svg x={`${bar.from}%`} y="50%" width={`${bar.to - bar.from}%`} className="overflow-visible">
        <title>{counted ? 'Counted' : 'Excluded'}</title>
        <rect
          y="-6"
          width="100%"
          height="12"
          rx="2"
          fill={counted ? undefined : `url(#${hatch})`}
          className={counted ? 'fill-accent stroke-accent' : 'stroke-ink-3'}
        />
      </svg>
    </>
  );
}

/** An arrow at the end of the axis for a bar that ends beyond it. */
function ContinuesArrow() {
  return (
    <svg x="100%" y="50%" className="overflow-visible">
      <title>Continues</title>
      <path d="M3 -6 L10 0 L3 6" className="fill-none stroke-2 stroke-ink" />
    </svg>
  );
}

/** A flag at the end of a bar. */
export function EndMark({ at }: { at: string }) {
  return (
    <svg x={at} y="50%" className="overflow-visible">
      <title>Sets the end date</title>
      <line y1="-14" y2="9" className="stroke-2 stroke-ink" />
      <path d="M0 -15 L9 -11.5 L0 -8 Z" className="fill-ink" />
    </svg>
  );
}
