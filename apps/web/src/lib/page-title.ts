import { useEffect } from 'react';

const product = 'IT Warranty Lookup';

/** The browser tab's title: the page's own, then the product's. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title ? `${title} · ${product}` : product;
  }, [title]);
}
