import type { ReactNode } from 'react';
import { classes } from './classes.ts';

/** Labels above values, in two columns; four on wide screens unless `narrow`. */
export function FactList({ narrow = false, children }: { narrow?: boolean; children: ReactNode }) {
  return (
    <dl className={classes('grid grid-cols-2 gap-x-6 gap-y-4', !narrow && 'sm:grid-cols-4')}>{children}</dl>
  );
}

export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-ink-2 text-sm">{label}</dt>
      <dd className="mt-0.5 flex min-h-7 flex-wrap items-center gap-x-1 wrap-anywhere font-medium">
        {children}
      </dd>
    </div>
  );
}
