import { type RefObject, useLayoutEffect, useRef } from 'react';

/** A control that is disabled while it works loses the focus; this gives it back if nothing else took it. */
export function useKeepFocus(ref: RefObject<HTMLElement | null>, busy: boolean): void {
  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    const element = ref.current;
    if (busy) {
      hadFocus.current = element !== null && document.activeElement === element;
      return;
    }
    const isFree = document.activeElement === null || document.activeElement === document.body;
    if (hadFocus.current && isFree) element?.focus();
    hadFocus.current = false;
  }, [busy, ref]);
}
