import { type RefObject, useEffect, useRef } from 'react';

/**
 * A step replaces the control that was used last, and with it the focus. It goes to the heading of the step, so that the
 * keyboard and screen readers continue there.
 */
export function useStepFocus(place: RefObject<HTMLElement | null>, state: object): void {
  const last = useRef(state);
  useEffect(() => {
    if (last.current === state) return;
    last.current = state;
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (isLost) place.current?.querySelector<HTMLElement>('h2[tabindex]')?.focus({ preventScroll: true });
  }, [place, state]);
}
