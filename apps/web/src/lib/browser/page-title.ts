import { useEffect, useSyncExternalStore } from 'react';
import { createListeners } from '../listeners.ts';

const product = 'IT Warranty Lookup';

let ownTitle: string | undefined;
const { notify, subscribe } = createListeners();

function setOwnTitle(title: string | undefined): void {
  ownTitle = title;
  notify();
}

/** Sets the browser tab's title: the page's title, then the product name. */
export function usePageTitle(title: string | undefined): void {
  const shown = useSyncExternalStore(subscribe, () => ownTitle) ?? title;
  useEffect(() => {
    document.title = shown ? `${shown} · ${product}` : product;
  }, [shown]);
}

/** A title that is known only when the page is shown. It replaces the one of the route until the page is left. */
export function useOwnPageTitle(title: string | undefined): void {
  useEffect(() => {
    setOwnTitle(title);
    return () => setOwnTitle(undefined);
  }, [title]);
}
