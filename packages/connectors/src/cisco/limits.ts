import { VendorError } from '../outcome.ts';
import { retryAfterSeconds } from '../retry-after.ts';
import type { VendorReply } from '../send.ts';

/** Gateway messages, each with the wait to use if the reply has no Retry-After header. */
const limits: readonly { form: RegExp; seconds: number }[] = [
  { form: /over[_ ]qps|queries per second/i, seconds: 1 },
  { form: /over[_ ]rate|quota/i, seconds: 3600 },
  { form: /rate limit exceeded/i, seconds: 60 },
];

/**
 * Cisco's gateway replies with 403 both for exceeded limits and for rejected keys; only the error code distinguishes them.
 */
export function assertNotRateLimited(reply: VendorReply, now: number): void {
  const words = forbiddenText(reply);
  const limit = limits.find(({ form }) => form.test(words));
  if (limit === undefined) return;
  const header = reply.headers['retry-after'];
  throw new VendorError('busy', 'too many calls', {
    retryAfterSeconds: header === undefined ? limit.seconds : retryAfterSeconds(header, now),
  });
}

/** The gateway also uses this 403 for an invalid token. */
export const isTokenRefused = (reply: VendorReply): boolean =>
  reply.status === 401 || forbiddenText(reply).includes('ERR_403_NOT_AUTHORIZED');

function forbiddenText({ status, headers, text }: VendorReply): string {
  return status === 403 ? `${headers['x-mashery-error-code'] ?? ''} ${text}` : '';
}
