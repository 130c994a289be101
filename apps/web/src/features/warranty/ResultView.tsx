import type { Ref } from 'react';
import { classes } from '../../ui/classes.ts';
import { FailedCard } from './FailedCard.tsx';
import type { Outcome } from './outcome.ts';
import { ResultCard } from './ResultCard.tsx';

interface ResultViewProps {
  outcome: Outcome;
  now: Date;
  busy: boolean;
  refreshing: boolean;
  /** The same lookup again; `refresh` asks the vendor even if an answer is kept. */
  onAgain: (refresh: boolean) => void;
  headingRef: Ref<HTMLHeadingElement>;
}

/** The last outcome, dimmed while the next one is coming. */
export function ResultView({ outcome, now, busy, refreshing, onAgain, headingRef }: ResultViewProps) {
  const failed = outcome.result.error !== undefined;
  return (
    <div
      aria-busy={busy}
      className={classes('transition-opacity duration-150 ease-out', busy && 'opacity-50')}
    >
      {failed ? (
        <FailedCard outcome={outcome} busy={busy} onRetry={() => onAgain(false)} headingRef={headingRef} />
      ) : (
        <ResultCard
          outcome={outcome}
          now={now}
          busy={busy}
          refreshing={refreshing}
          onRefresh={() => onAgain(true)}
          headingRef={headingRef}
        />
      )}
    </div>
  );
}
