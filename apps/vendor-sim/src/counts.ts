// Counts the requests to a vendor when they arrive, regardless of the reply.

export interface VendorCounts {
  /** Absent if the vendor has no tokens. */
  tokenCalls?: number;
  calls: number;
  serialsAsked: number;
  callsBySerial: Map<string, number>;
  /** Only for a vendor whose routes have names. */
  callsByRoute: Record<string, number>;
  /** Start of each data call, in real time (ms). */
  startedAt: number[];
}

const MAX_STAMPS = 10_000;

export function newCounts(hasTokens: boolean): VendorCounts {
  const counts = { calls: 0, serialsAsked: 0, callsBySerial: new Map(), callsByRoute: {}, startedAt: [] };
  return hasTokens ? { tokenCalls: 0, ...counts } : counts;
}

export function countCall(counts: VendorCounts, serials: string[], route?: string): void {
  const { callsBySerial: calls, callsByRoute, startedAt } = counts;
  counts.calls += 1;
  if (route) callsByRoute[route] = (callsByRoute[route] ?? 0) + 1;
  counts.serialsAsked += serials.length;
  startedAt.push(Date.now());
  if (startedAt.length > MAX_STAMPS) startedAt.shift();
  for (const serial of serials) calls.set(serial, (calls.get(serial) ?? 0) + 1);
}
