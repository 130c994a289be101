import { useEffect, useRef } from 'react';

/** A picture pasted anywhere on the page. Pasted text stays with the field it was pasted into. */
export function usePastedImage(active: boolean, onFile: (file: File) => void): void {
  const told = useRef(onFile);
  told.current = onFile;
  useEffect(() => {
    if (!active) return;
    const take = (event: ClipboardEvent) => {
      const file = [...(event.clipboardData?.files ?? [])].find(({ type }) => type.startsWith('image/'));
      // The area for photos takes what is pasted into it by itself.
      if (!file || event.defaultPrevented) return;
      event.preventDefault();
      told.current(file);
    };
    addEventListener('paste', take);
    return () => removeEventListener('paste', take);
  }, [active]);
}
