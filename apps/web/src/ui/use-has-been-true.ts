import { useState } from 'react';

/** True once the value has been true: for content that is loaded on demand and then stays, so that it can fade out. */
export function useHasBeenTrue(value: boolean): boolean {
  const [ever, setEver] = useState(value);
  if (value && !ever) setEver(true);
  return ever || value;
}
