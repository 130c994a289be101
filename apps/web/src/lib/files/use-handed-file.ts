import { useEffect, useRef } from 'react';
import { takeHandedFile } from './file-handoff.ts';

/** Opens the file that another page handed to the page at `path`, when the page appears. */
export function useHandedFile(path: string, open: (file: File) => void): void {
  const opened = useRef(open);
  opened.current = open;
  useEffect(() => {
    // Deferred, because React strict mode runs effects twice and would close the file between.
    const timer = setTimeout(() => {
      const file = takeHandedFile(path);
      if (file) opened.current(file);
    });
    return () => clearTimeout(timer);
  }, [path]);
}
