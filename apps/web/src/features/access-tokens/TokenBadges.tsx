import type { AccessToken } from '@warranty/contracts/access-tokens';
import { CircleMinus, Clock } from 'lucide-react';
import { Badge } from '../../ui/Badge.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { timeLeft } from './expiry.ts';
import { endsSoon, tokenStatus } from './token-status.ts';

/** Status of the token, and a warning before it expires. */
export function TokenBadges({ token, now }: { token: AccessToken; now: Date }) {
  const status = tokenStatus(token, now);
  return (
    <span className="flex flex-wrap gap-1">
      {status === 'inactive' ? (
        <Badge tone="unknown" icon={<CircleMinus aria-hidden size={14} className="shrink-0" />}>
          Inactive
        </Badge>
      ) : (
        <StatusBadge status={status} />
      )}
      {token.expiresAt !== null && endsSoon(token, now) && (
        <Badge tone="expiring" icon={<Clock aria-hidden size={14} className="shrink-0" />}>
          Expires {timeLeft(token.expiresAt, now)}
        </Badge>
      )}
    </span>
  );
}
