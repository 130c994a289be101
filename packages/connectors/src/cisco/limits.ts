import { VendorError } from '../outcome.ts';
import { retryAfterSeconds } from '../retry-after.ts';
import type { VendorReply } from '../send.ts';

/** What the gateway says, and how long to wait when it does not say for how long. */
const limits: readonly { form: RegExp; seconds: number }[] = [
  { form: /over[_ ]qps|queries per second/i, seconds: 1 },
  { form: /over[_ ]rate|quota/i, seconds: 3600 },
  { form: /rate limit exceeded/i, seconds: 60 },
];

/** Cisco's gateway answers 403 for spent limits and for refused keys alike; only its code tells them apart. */
export function assertNotRateLimited(reply: VendorReply, now: number): void {
  const words = forbiddenText(reply);
  const limit = limits.find(({ form }) => form.test(words));
  if (limit === undefined) return;
  const header = reply.headers['retry-after'];
  throw new VendorError('busy', 'too many calls', {
    retryAfterSeconds: header === undefined ? limit.seconds : retryAfterSeconds(header, now),
  });
}

/** The gateway meets an invalid token with this 403 as well, so it is worth a new token like a 401. */
export function withTokenRefusalAs401(reply: VendorReply): VendorReply {
  return forbiddenText(reply).includes('ERR_403_NOT_AUTHORIZED') ? { ...reply, status: 401 } : reply;
}

function forbiddenText({ status, headers, text }: VendorReply): string {
  return status === 403 ? `${headers['x-mashery-error-code'] ?? ''} ${text}` : '';
}
