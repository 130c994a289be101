import type { Entitlement, WarrantyResult } from '@warranty/contracts/warranty';
import { CircleSlash2, Flag } from 'lucide-react';
import type { ReactNode } from 'react';
import { Tooltip } from '../../ui/overlay/Tooltip.tsx';
import { Badge } from '../../ui/text/Badge.tsx';
import { coverageLabels } from './coverage-labels.ts';
import { formatRange } from './format.ts';
import { TimelineAxis } from './timeline/TimelineAxis.tsx';
import { EndMark, Span, TimelineBar } from './timeline/TimelineBar.tsx';
import { headlineEntitlement, layOut, type Timeline, timelineColors } from './timeline/timeline.ts';

const columns = 'sm:grid sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] sm:gap-x-6';

/** All entitlements from the vendor, as text and as bars on one axis. */
export function Entitlements({ result, now }: { result: WarrantyResult; now: Date }) {
  const { allEntitlements: lines, endDate, serviceLevel } = result;
  const words = coverageLabels[result.coverKind];
  const timeline = layOut(lines, now);
  const winner = headlineEntitlement(lines, endDate, serviceLevel);
  return (
    <section aria-labelledby="all-entitlements" className={timelineColors}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h3 id="all-entitlements" className="font-semibold">
          {words.lines}
        </h3>
        <TimelineLegend hasLeftOut={lines.some(({ counted }) => !counted)} />
      </div>
      <div className={`mt-2 ${columns}`}>
        <div className="sm:col-start-2">
          <TimelineAxis timeline={timeline} />
        </div>
      </div>
      <ul className="divide-y divide-line border-line border-y">
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: vendors send the same line twice, and the order is theirs
          <li key={index} className={`break-inside-avoid ${columns}`}>
            <Words line={line} type={line.entitlementType || words.line} wins={index === winner} />
            <Picture line={line} timeline={timeline} index={index} wins={index === winner} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Words({ line, type, wins }: { line: Entitlement; type: string; wins: boolean }) {
  const rest = [line.serviceLevelDescription, line.provider].filter(Boolean);
  return (
    <div className="min-w-0 pt-3 sm:pb-3">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="wrap-anywhere font-medium">{type}</span>
        {wins && (
          <Badge tone="accent" icon={<Flag aria-hidden size={12} />}>
            Sets the end date
          </Badge>
        )}
        {!line.counted && (
          <Badge tone="neutral" icon={<CircleSlash2 aria-hidden size={12} />}>
            Excluded
          </Badge>
        )}
      </div>
      <p title={isoRange(line)} className="mt-0.5 tabular-nums">
        {formatRange(line.startDate, line.endDate)}
      </p>
      {rest.length > 0 && <p className="wrap-anywhere text-ink-2 text-sm">{rest.join(' · ')}</p>}
      {line.leftOutBecause && <p className="mt-1 wrap-anywhere text-ink-2 text-sm">{line.leftOutBecause}</p>}
    </div>
  );
}

function isoRange({ startDate, endDate }: Entitlement): string {
  return `${startDate ?? '?'} to ${endDate ?? '?'}`;
}

interface PictureProps {
  line: Entitlement;
  timeline: Timeline;
  index: number;
  wins: boolean;
}

const place = 'relative mt-1 h-9 sm:mt-0 sm:h-auto';

/** An excluded bar shows the reason on hover and focus. */
function Picture({ line, timeline, index, wins }: PictureProps) {
  const bar = timeline.bars[index] ?? null;
  const drawing = <TimelineBar timeline={timeline} bar={bar} counted={line.counted} isHeadline={wins} />;
  if (line.counted || !line.leftOutBecause || !bar) return <div className={place}>{drawing}</div>;
  const words = `Excluded. ${line.leftOutBecause}`;
  return (
    <Tooltip content={words}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the reason is shown on focus as it is on hover */}
      <div role="img" tabIndex={0} aria-label={words} className={`rounded-sm ${place}`}>
        {drawing}
      </div>
    </Tooltip>
  );
}

function TimelineLegend({ hasLeftOut }: { hasLeftOut: boolean }) {
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
