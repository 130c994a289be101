import { withoutSignal } from './fairness/current-request.ts';

/** Concurrent callers with the same key share one promise. */
export function createSingleFlight<T>() {
  const active = new Map<string, Promise<T>>();
  return (key: string, work: () => Promise<T>): { result: Promise<T>; leads: boolean } => {
    const joined = active.get(key);
    if (joined) return { result: joined, leads: false };
    const result = withoutSignal(work).finally(() => active.delete(key));
    active.set(key, result);
    return { result, leads: true };
  };
}
