import { Check } from 'lucide-react';
import { classes } from '../classes.ts';

interface StepsProps {
  label: string;
  steps: readonly string[];
  /** Zero-based; `steps.length` when all are done. */
  current: number;
}

const looks = {
  completed: { dot: 'border-active bg-active-soft text-active', text: 'text-ink-2', word: 'Completed: ' },
  current: {
    dot: 'border-accent bg-accent text-on-accent forced-colors:bg-[Highlight] forced-colors:text-[HighlightText]',
    text: 'font-medium text-ink',
    word: 'Current: ',
  },
  upcoming: { dot: 'border-line bg-sunken text-ink-3', text: 'text-ink-3', word: 'Upcoming: ' },
};

function stateOf(index: number, current: number): keyof typeof looks {
  if (index < current) return 'completed';
  return index === current ? 'current' : 'upcoming';
}

/** On narrow screens only the current step shows its label. */
export function Steps({ label, steps, current }: StepsProps) {
  return (
    <ol aria-label={label} className="flex items-center gap-2">
      {steps.map((step, index) => {
        const state = stateOf(index, current);
        const look = looks[state];
        return (
          <li
            key={step}
            aria-current={state === 'current' ? 'step' : undefined}
            className="flex min-w-0 items-center gap-2 not-last:flex-1"
          >
            <span
              aria-hidden
              className={classes(
                'grid size-6 shrink-0 place-items-center rounded-full border font-medium text-xs tabular-nums',
                look.dot,
              )}
            >
              {state === 'completed' ? <Check size={14} strokeWidth={3} /> : index + 1}
            </span>
            <span className={classes('text-sm', look.text, state !== 'current' && 'max-sm:sr-only')}>
              <span className="sr-only">{look.word}</span>
              {step}
            </span>
            {index < steps.length - 1 && (
              <span
                aria-hidden
                className={classes('h-px min-w-2 flex-1', state === 'completed' ? 'bg-active' : 'bg-line')}
              />
            )}
          </li>
        );
      })}
    </ol>
  );
}
