import { type RefObject, useRef } from 'react';

interface FocusPlan {
  /** Receives the focus when the dialog opens, instead of its first control. */
  first?: RefObject<HTMLElement | null> | undefined;
  /**
   * Receives the focus when the dialog closes, if the previously focused element was removed. Defaults to the page's `main`
   * element.
   */
  instead?: RefObject<HTMLElement | null> | undefined;
  /** Returns what receives the focus when the dialog closes, even if the previously focused element still exists. */
  after?: (() => HTMLElement | null) | undefined;
}

/**
 * Restores the focus when a dialog closes. Radix returns it only to the trigger, so it would be lost for a dialog that was
 * opened by state or a shortcut, or that removed its own trigger.
 */
export function useReturnFocus({ first, instead, after }: FocusPlan = {}) {
  const before = useRef<HTMLElement | null>(null);
  const page = useRef('');
  return {
    onOpenAutoFocus: (event: Event) => {
      const { activeElement, body } = document;
      page.current = location.pathname;
      // The body has the focus if one dialog follows another: then there is nothing to restore.
      before.current = activeElement instanceof HTMLElement && activeElement !== body ? activeElement : null;
      if (!first?.current) return;
      event.preventDefault();
      first.current.focus();
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      // Another page has set the focus itself.
      if (page.current !== location.pathname) return;
      const rest = instead?.current ?? document.querySelector('main');
      const known = after?.() ?? (before.current?.isConnected ? before.current : rest);
      known?.focus({ preventScroll: true });
    },
  };
}
