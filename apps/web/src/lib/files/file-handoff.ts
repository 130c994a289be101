import { useEffect, useRef } from 'react';

/** A file that one page passes to the next, which opens it at once. In memory only: the browser cannot put it in a URL. */
let handed: { file: File; path: string } | null = null;

/** The page at `path` will open the file. */
export function handOffFile(file: File, path: string): void {
  handed = { file, path };
}

/** The file for the page at `path`, once. */
export function takeHandedFile(path: string): File | null {
  if (handed?.path !== path) return null;
  const { file } = handed;
  handed = null;
  return file;
}

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
