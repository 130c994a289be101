import { type Ref, type RefCallback, type RefObject, useCallback } from 'react';

/** Sets our own ref and the caller's with one stable callback. */
export function useMergedRef<T>(own: RefObject<T | null>, given: Ref<T> | undefined): RefCallback<T> {
  return useCallback(
    (node: T | null) => {
      own.current = node;
      if (typeof given === 'function') given(node);
      else if (given) given.current = node;
    },
    [own, given],
  );
}
