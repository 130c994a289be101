import type { HTMLAttributes, ReactNode } from 'react';
import { classes } from '../classes.ts';

interface CardProps extends HTMLAttributes<HTMLElement> {
  as?: 'div' | 'section' | 'article' | 'li';
}

/** Flat: a border and no shadow. */
export function Card({ as: Element = 'div', className, ...rest }: CardProps) {
  return (
    <Element
      {...rest}
      className={classes('flex min-w-0 flex-col rounded-card border border-line bg-surface', className)}
    />
  );
}

interface CardHeaderProps {
  /** At the end of the row: a badge, a menu, a button. */
  action?: ReactNode;
  children: ReactNode;
}

export function CardHeader({ action, children }: CardHeaderProps) {
  return (
    <div className="flex items-start justify-between gap-4 px-5 pt-5">
      <div className="min-w-0 flex-1">{children}</div>
      {action && <div className="shrink-0">{action}</div>}
    </div>
  );
}

export function CardTitle({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <h2 id={id} className="wrap-anywhere font-semibold text-lg">
      {children}
    </h2>
  );
}

export function CardDescription({ children }: { children: ReactNode }) {
  return <p className="mt-1 text-ink-2">{children}</p>;
}

export function CardBody({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={classes('min-w-0 flex-1 p-5', className)}>{children}</div>;
}
