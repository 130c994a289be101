import type { ReactNode } from 'react';
import { classes } from '../classes.ts';

const wideColumns = { 4: 'sm:grid-cols-4', 5: 'sm:grid-cols-3 lg:grid-cols-5' };

interface FactListProps {
  narrow?: boolean;
  /** On wide screens, unless `narrow`. */
  columns?: keyof typeof wideColumns;
  children: ReactNode;
}

/** Labels above values, in two columns; more on wide screens unless `narrow`. */
export function FactList({ narrow = false, columns = 4, children }: FactListProps) {
  return (
    <dl className={classes('grid grid-cols-2 gap-x-6 gap-y-4', !narrow && wideColumns[columns])}>
      {children}
    </dl>
  );
}

interface FactProps {
  label: string;
  /** A number, shown large. */
  figure?: string;
  children?: ReactNode;
}

export function Fact({ label, figure, children }: FactProps) {
  return (
    <div className="min-w-0">
      <dt className="text-ink-2 text-sm">{label}</dt>
      <dd className="mt-0.5 flex min-h-7 flex-wrap items-center gap-x-1 wrap-anywhere font-medium">
        {figure !== undefined && <span className="font-semibold text-xl tabular-nums">{figure}</span>}
        {children}
      </dd>
    </div>
  );
}
