import { type RefObject, useLayoutEffect, useRef } from 'react';

/** A control that is disabled while busy loses the focus; this restores it unless another element took it. */
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
