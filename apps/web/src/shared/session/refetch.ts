import { isUserMismatch } from './session.ts';

export interface Refetchable {
  error: Error | null;
  refetch: () => unknown;
}

/** Repeats a query, unless only a reload can help. */
export function refetchOrReload({ error, refetch }: Refetchable): void {
  if (isUserMismatch(error)) location.reload();
  else refetch();
}
