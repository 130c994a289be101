import { useRouterState } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Entry } from './entries.ts';

interface ShownEntry {
  /** Null for the overview. */
  entry: Entry | null;
  /** The address names an endpoint that this server does not have. */
  isUnknown: boolean;
  /** The part of the page that shows it. */
  place: RefObject<HTMLElement | null>;
}

const isAnchor = /^(?:get|post|put|patch|delete)-/;

/** The endpoint in the address. Other places of the page, such as the target of "Skip to content", do not change it. */
export function useEntry(entries: readonly Entry[]): ShownEntry {
  const hash = useRouterState({ select: ({ location }) => location.hash });
  const [shown, setShown] = useState('');
  const isKnown = hash === '' || entries.some(({ anchor }) => anchor === hash);
  if (isKnown && hash !== shown) setShown(hash);
  const place = useRef<HTMLElement>(null);
  useFocusOnChange(hash, isKnown, place);
  return {
    entry: entries.find(({ anchor }) => anchor === shown) ?? null,
    isUnknown: !isKnown && isAnchor.test(hash),
    place,
  };
}

/** Like a link within a page: the focus moves to the new content, and its start is in view. Not on the first page. */
function useFocusOnChange(hash: string, isKnown: boolean, place: RefObject<HTMLElement | null>): void {
  const before = useRef(hash);
  useEffect(() => {
    if (!isKnown || before.current === hash) return;
    before.current = hash;
    const element = place.current;
    element?.focus({ preventScroll: true });
    // What is already in view stays where it is.
    if (element && element.getBoundingClientRect().top < 0) element.scrollIntoView();
  }, [hash, isKnown, place]);
}
