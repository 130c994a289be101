import type { ReactNode } from 'react';
import { EndMark, Span } from '../../ui/timeline/TimelineBar.tsx';

export function TimelineLegend({ hasLeftOut }: { hasLeftOut: boolean }) {
  const whole = { from: 0, to: 100, extendsBeyondAxis: false };
  return (
    <ul aria-hidden="true" className="flex flex-wrap gap-x-4 gap-y-1 text-ink-2 text-xs">
      <Entry words="Included">
        <Span bar={whole} counted />
      </Entry>
      {hasLeftOut && (
        <Entry words="Excluded">
          <Span bar={whole} counted={false} />
        </Entry>
      )}
      <Entry words="Sets the end date">
        <EndMark at="30%" />
      </Entry>
    </ul>
  );
}

function Entry({ words, children }: { words: string; children: ReactNode }) {
  return (
    <li className="flex items-center gap-1.5">
      <svg aria-hidden="true" width="22" height="24" className="overflow-visible">
        {children}
      </svg>
      {words}
    </li>
  );
}
