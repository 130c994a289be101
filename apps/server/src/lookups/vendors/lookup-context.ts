import type { FastifyReply } from 'fastify';
import type { QuotaStatus } from '../../platform/fairness/quota-limiter.ts';
import { writeRateLimit } from '../../platform/http/replies/rate-limit-headers.ts';
import type { Caller } from '../../platform/ownership/caller.ts';

/** For whom vendors are called, and how. */
export interface LookupContext {
  caller: Caller;
  /** Bulk runs are paced, so only the daily limits apply to them. */
  isRun?: boolean;
  /** Told what is left of the daily limits after every call, and when none is left. */
  onCharge?(status: QuotaStatus): void;
}

const policy = { name: 'vendor-calls', windowSeconds: 24 * 3600 };

/** Of a request. The reply says what is left of the daily limits if a vendor was called for it. */
export const contextOf = ({ caller, reply }: { caller: Caller; reply: FastifyReply }): LookupContext => ({
  caller,
  // The reply may have begun if it is sent while vendors are called.
  onCharge: (status) => void (reply.raw.headersSent || writeRateLimit(reply, policy, status)),
});

/** The same, with a signal that is aborted when the client disconnects. */
export function endingContextOf(call: { caller: Caller; reply: FastifyReply }) {
  const leaving = new AbortController();
  call.reply.raw.once('close', () => leaving.abort());
  return { ...contextOf(call), signal: leaving.signal };
}

export type EndingLookupContext = ReturnType<typeof endingContextOf>;
