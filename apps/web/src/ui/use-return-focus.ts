import { useRef } from 'react';

/**
 * Where the focus goes when a dialog closes. Radix gives it back to the trigger alone, so a dialog that was opened
 * by state, or by a shortcut, would leave it nowhere.
 */
export function useReturnFocus() {
  const before = useRef<HTMLElement | null>(null);
  return {
    onOpenAutoFocus: () => {
      before.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    },
    onCloseAutoFocus: (event: Event) => {
      if (!before.current?.isConnected) return;
      event.preventDefault();
      before.current.focus();
    },
  };
}
