import { useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Moves the focus to a heading of this page that the address names. After a change of the page, the shell does it. */
export function useHeadingInAddress(): void {
  const hash = useRouterState({ select: ({ location }) => location.hash });
  useEffect(() => {
    if (hash) document.getElementById(hash)?.focus();
  }, [hash]);
}
