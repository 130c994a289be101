import { type ReactNode, type Ref, type RefObject, useEffect, useRef, useState } from 'react';
import { classes } from '../classes.ts';
import { useMergedRef } from '../use-merged-ref.ts';

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

/** Whether the element's content overflows: then it must be focusable, so that keys can scroll it. */
function useOverflow(ref: RefObject<HTMLElement | null>): boolean {
  const [overflows, setOverflows] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () =>
      setOverflows(
        element.scrollHeight > element.clientHeight + 1 || element.scrollWidth > element.clientWidth + 1,
      );
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    return () => observer.disconnect();
  }, [ref]);
  return overflows;
}
