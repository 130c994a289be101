import { type RefObject, useRef } from 'react';

interface FocusPlan {
  /** Takes the focus when the dialog opens, instead of its first control. */
  first?: RefObject<HTMLElement | null> | undefined;
  /** Takes the focus when the dialog closes and what had it before is gone; the page's content without it. */
  instead?: RefObject<HTMLElement | null> | undefined;
}

/**
 * Where the focus goes when a dialog closes. Radix gives it back to the trigger alone, so a dialog that was opened
 * by state, or by a shortcut, or whose own doing removed the trigger, would leave it nowhere.
 */
export function useReturnFocus({ first, instead }: FocusPlan = {}) {
  const before = useRef<HTMLElement | null>(null);
  return {
    onOpenAutoFocus: (event: Event) => {
      const { activeElement, body } = document;
      // The body has it when a dialog follows another one: then nothing had it.
      before.current = activeElement instanceof HTMLElement && activeElement !== body ? activeElement : null;
      if (!first?.current) return;
      event.preventDefault();
      first.current.focus();
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const rest = instead?.current ?? document.querySelector('main');
      (before.current?.isConnected ? before.current : rest)?.focus({ preventScroll: true });
    },
  };
}
