import { Check } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { classes } from '../../../ui/classes.ts';

interface StepProps {
  number: number;
  title: string;
  isDone: boolean;
  children: ReactNode;
}

/** One numbered part of a longer task. All of them stay usable, in any order. */
export function Step({ number, title, isDone, children }: StepProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex gap-4 px-5 py-4">
      <span
        aria-hidden
        className={classes(
          'grid size-7 shrink-0 place-items-center rounded-full border font-semibold text-sm tabular-nums max-sm:hidden',
          isDone
            ? 'border-active bg-active-soft text-active'
            : 'border-transparent bg-accent-soft text-accent-strong',
        )}
      >
        {isDone ? <Check size={14} strokeWidth={3} /> : number}
      </span>
      <div className="min-w-0 flex-1 space-y-3">
        <h3 id={id} className="mt-0.5 font-semibold text-lg">
          <span className="sm:sr-only">{number}. </span>
          {title}
        </h3>
        {children}
      </div>
    </section>
  );
}
