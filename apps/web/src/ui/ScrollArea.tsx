import { type ReactNode, useRef } from 'react';
import { classes } from './classes.ts';
import { useOverflow } from './use-overflow.ts';

interface ScrollAreaProps {
  /** The name that is read when the area takes the focus. */
  label: string;
  className?: string | undefined;
  children: ReactNode;
}

/** Scrolls by pointer and, only when there is something to scroll, takes the focus so that keys can scroll it. */
export function ScrollArea({ label, className, children }: ScrollAreaProps) {
  const ref = useRef<HTMLElement>(null);
  const overflows = useOverflow(ref);
  return (
    <section
      ref={ref}
      aria-label={overflows ? label : undefined}
      tabIndex={overflows ? 0 : undefined}
      className={classes('overflow-auto focus-visible:-outline-offset-2', className)}
    >
      {children}
    </section>
  );
}
