import { useEffect } from 'react';

const separator = ' | ';

/** Shows a prefix in the title of the browser tab, on every page: pages set the title themselves. */
export function useTitlePrefix(prefix: string | null): void {
  useEffect(() => {
    const title = document.querySelector('title');
    if (prefix === null || !title) return;
    const own = `${prefix}${separator}`;
    const apply = () => {
      if (!document.title.startsWith(own)) document.title = own + document.title;
    };
    apply();
    const observer = new MutationObserver(apply);
    observer.observe(title, { childList: true });
    return () => {
      observer.disconnect();
      if (document.title.startsWith(own)) document.title = document.title.slice(own.length);
    };
  }, [prefix]);
}
