import { useCallback, useEffect, useState } from 'react';

const cookieName = 'sidebar_state';
const cookieSeconds = 7 * 24 * 3600;

function readCookie(): boolean {
  return !document.cookie.split('; ').includes(`${cookieName}=false`);
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.isContentEditable;
}

/** Stores the expanded state in a cookie for seven days. Ctrl+B or Cmd+B toggles the sidebar, or the sheet on a phone. */
export function useSidebar(isPhone: boolean) {
  const [expanded, setExpanded] = useState(readCookie);
  const [sheetOpen, setSheetOpen] = useState(false);

  const toggle = useCallback(() => {
    if (isPhone) {
      setSheetOpen((open) => !open);
      return;
    }
    setExpanded((open) => {
      // biome-ignore lint/suspicious/noDocumentCookie: cookieStore is missing in Firefox and over plain http
      document.cookie = `${cookieName}=${!open}; path=/; max-age=${cookieSeconds}; samesite=lax`;
      return !open;
    });
  }, [isPhone]);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isShortcut = event.key.toLowerCase() === 'b' && (event.ctrlKey || event.metaKey) && !event.altKey;
      if (!isShortcut || event.shiftKey || isTyping(event.target)) return;
      event.preventDefault();
      toggle();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [toggle]);

  return { expanded, sheetOpen, setSheetOpen, toggle };
}
