import type { Ref } from 'react';
import { classes } from '../../ui/classes.ts';
import { FailedCard } from './FailedCard.tsx';
import { OfflineCard } from './OfflineCard.tsx';
import type { Outcome } from './outcome.ts';
import { ResultCard } from './ResultCard.tsx';

interface ResultViewProps {
  outcome: Outcome;
  now: Date;
  busy: boolean;
  refreshing: boolean;
  /** Repeats the same lookup. */
  onRetry: () => void;
  /** Calls the vendor even if the result is cached. */
  onRefresh: () => void;
  onUse: (manufacturer: string) => void;
  headingRef: Ref<HTMLHeadingElement>;
}

/** The last outcome, dimmed while the next one loads. */
export function ResultView(props: ResultViewProps) {
  const { outcome, now, busy, refreshing, onRetry, onRefresh, onUse, headingRef } = props;
  const failed = outcome.result.error !== undefined;
  return (
    <div
      aria-busy={busy}
      className={classes('transition-opacity duration-150 ease-out', busy && 'opacity-50')}
    >
      {outcome.offline ? (
        <OfflineCard {...{ outcome, busy, onRetry, headingRef }} />
      ) : failed ? (
        <FailedCard {...{ outcome, busy, onRetry, onUse, headingRef }} />
      ) : (
        <ResultCard {...{ outcome, now, busy, refreshing, onRefresh, headingRef }} />
      )}
    </div>
  );
}
