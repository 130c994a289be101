import { useEffect } from 'react';

const product = 'IT Warranty Lookup';

/** Sets the browser tab's title: the page's title, then the product name. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title ? `${title} · ${product}` : product;
  }, [title]);
}
