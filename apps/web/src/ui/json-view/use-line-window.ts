import { type RefObject, useCallback, useLayoutEffect, useState } from 'react';

/** Extra lines rendered beyond the edges, so that fast scrolling shows no gaps. */
const beyond = 12;

/**
 * Which lines are in view, for lines of equal height. A virtualizer measures every row; with up to a million lines, a
 * multiplication is enough.
 */
export function useLineWindow(scroll: RefObject<HTMLElement | null>, count: number, height: number) {
  const [{ first, last }, setView] = useState({ first: 0, last: 40 });
  const look = useCallback(() => {
    const { scrollTop = 0, clientHeight = 0 } = scroll.current ?? {};
    const next = {
      first: Math.max(0, Math.floor(scrollTop / height) - beyond),
      last: Math.ceil((scrollTop + clientHeight) / height) + beyond,
    };
    setView((before) => (before.first === next.first && before.last === next.last ? before : next));
  }, [scroll, height]);
  useLayoutEffect(() => {
    const element = scroll.current;
    if (!element) return;
    const resized = new ResizeObserver(look);
    resized.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      resized.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [scroll, look]);

  const end = Math.min(last, count);
  const begin = Math.min(first, end);
  return {
    numbers: Array.from({ length: end - begin }, (_, index) => begin + index),
    linesInView: () => Math.max(1, Math.floor((scroll.current?.clientHeight ?? 0) / height)),
    /** Scrolls only as far as needed, or centers the line. */
    scrollTo(number: number, align: 'nearest' | 'center'): void {
      const element = scroll.current;
      if (!element) return;
      const [top, room] = [number * height, element.clientHeight];
      const isAbove = top < element.scrollTop;
      const isBelow = top + height > element.scrollTop + room;
      if (align === 'center') element.scrollTo(0, top - (room - height) / 2);
      else if (isAbove) element.scrollTop = top;
      else if (isBelow) element.scrollTop = top + height - room;
    },
  };
}

export type LineWindow = ReturnType<typeof useLineWindow>;
