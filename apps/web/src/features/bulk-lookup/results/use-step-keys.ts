import { useEffect } from 'react';

interface Steps {
  previous: (() => void) | null;
  next: (() => void) | null;
}

const directions: Record<string, keyof Steps> = {
  ArrowLeft: 'previous',
  ArrowUp: 'previous',
  ArrowRight: 'next',
  ArrowDown: 'next',
};

/** Up and down keep scrolling what has the focus and can be scrolled. */
function isForTarget({ key, target }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest('input, textarea, select, [role=tablist]')) return true;
  return (key === 'ArrowUp' || key === 'ArrowDown') && target.matches('section[tabindex]');
}

/** Arrow keys step through the rows while their details are open. */
export function useStepKeys({ previous, next }: Steps): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      const direction = directions[event.key];
      const step = direction && { previous, next }[direction];
      if (!step || isForTarget(event)) return;
      event.preventDefault();
      step();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [previous, next]);
}
