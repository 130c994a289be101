import { type ReactNode, type Ref, useRef } from 'react';
import { classes } from './classes.ts';
import { useMergedRef } from './use-merged-ref.ts';
import { useOverflow } from './use-overflow.ts';

interface ScrollAreaProps {
  /** The accessible name, announced on focus. */
  label: string;
  className?: string | undefined;
  ref?: Ref<HTMLElement> | undefined;
  children: ReactNode;
}

/** Focusable only if there is something to scroll, so that keys can scroll it. */
export function ScrollArea({ label, className, ref, children }: ScrollAreaProps) {
  const own = useRef<HTMLElement>(null);
  const merged = useMergedRef(own, ref);
  const overflows = useOverflow(own);
  return (
    <section
      ref={merged}
      aria-label={overflows ? label : undefined}
      tabIndex={overflows ? 0 : undefined}
      className={classes('overflow-auto focus-visible:-outline-offset-2', className)}
    >
      {children}
    </section>
  );
}
