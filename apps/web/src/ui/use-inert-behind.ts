import { type RefObject, useEffect } from 'react';

/** While a list is open, the page behind it is hidden from screen readers, so it must not receive the focus either. */
export function useInertBehind(open: boolean, front: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!open) return;
    const behind = [...document.body.children].filter(
      (element): element is HTMLElement =>
        element instanceof HTMLElement && !element.inert && !element.contains(front.current),
    );
    for (const element of behind) element.inert = true;
    return () => {
      for (const element of behind) element.inert = false;
    };
  }, [open, front]);
}
