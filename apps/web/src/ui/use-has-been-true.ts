import { useState } from 'react';

/** True from the first time the value is: for what is loaded when needed and then stays, so that it can fade out. */
export function useHasBeenTrue(value: boolean): boolean {
  const [ever, setEver] = useState(value);
  if (value && !ever) setEver(true);
  return ever || value;
}
