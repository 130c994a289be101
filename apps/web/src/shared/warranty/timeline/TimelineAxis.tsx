import type { Timeline } from './timeline.ts';

function anchor(at: number): 'start' | 'middle' | 'end' {
  if (at < 8) return 'start';
  return at > 92 ? 'end' : 'middle';
}

/** Beyond this position, a year's label would overflow the axis. */
const lastPlace = 90;

/** Years below, today above. Hidden from screen readers: the list contains every date. */
export function TimelineAxis({ timeline: { years, today } }: { timeline: Timeline }) {
  return (
    <svg aria-hidden="true" width="100%" height="36" className="block overflow-visible text-xs tabular-nums">
      {years.map(({ year, at }) => (
        <line key={year} x1={`${at}%`} x2={`${at}%`} y1="20" y2="36" className="stroke-line" />
      ))}
      <line x1={`${today}%`} x2={`${today}%`} y1="16" y2="36" className="stroke-ink" strokeDasharray="3 2" />
      <text x={`${today}%`} y="12" textAnchor={anchor(today)} className="fill-ink font-medium">
        Today
      </text>
      {years
        .filter(({ at }) => at < lastPlace)
        .map(({ year, at }) => (
          // Outlined in the card's color, because the line for today passes behind the label.
          <text
            key={year}
            x={`${at}%`}
            y="32"
            dx="4"
            className="fill-ink-2 stroke-4 stroke-surface [paint-order:stroke]"
          >
            {year}
          </text>
        ))}
    </svg>
  );
}
