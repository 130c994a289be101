import { useEffect, useRef } from 'react';

/** Handles an image pasted anywhere on the page. Pasted text still goes into its field. */
export function usePastedImage(active: boolean, onFile: (file: File) => void): void {
  const told = useRef(onFile);
  told.current = onFile;
  useEffect(() => {
    if (!active) return;
    const take = (event: ClipboardEvent) => {
      const file = [...(event.clipboardData?.files ?? [])].find(({ type }) => type.startsWith('image/'));
      // The dropzone handles what is pasted into it.
      if (!file || event.defaultPrevented) return;
      event.preventDefault();
      told.current(file);
    };
    addEventListener('paste', take);
    return () => removeEventListener('paste', take);
  }, [active]);
}
