import { useEffect, useEffectEvent, useState } from 'react';
import { inSlices } from '../../lib/in-slices.ts';
import { type Found, search } from './json-search.ts';
import type { TreePath } from './json-tree.ts';

interface Result extends Found {
  value: unknown;
  words: string;
  /** Index of the current hit. */
  current: number;
}

/** Searches a value as the user types. `onHit` is called for each hit that the user moves to. */
export function useJsonSearch(value: unknown, typed: string, onHit: (path: TreePath) => void) {
  const [result, setResult] = useState<Result | null>(null);
  const words = typed.toLowerCase();
  const onFound = useEffectEvent((found: Found) => {
    setResult({ ...found, value, words, current: 0 });
    const [first] = found.hits;
    if (first) onHit(first);
  });
  useEffect(() => {
    if (words === '') return;
    const broken = new AbortController();
    inSlices(search(value, words), broken.signal).then((found) => found && onFound(found));
    return () => broken.abort();
  }, [value, words]);

  // Shows no result of a previous search until the current one is done.
  const shown = words !== '' && result?.words === words && result.value === value ? result : null;
  return {
    words,
    found: shown,
    walk(direction: 1 | -1): void {
      if (!shown || shown.hits.length === 0) return;
      const current = (shown.current + direction + shown.hits.length) % shown.hits.length;
      setResult({ ...shown, current });
      onHit(shown.hits[current] as TreePath);
    },
  };
}

export type JsonSearchView = ReturnType<typeof useJsonSearch>;
