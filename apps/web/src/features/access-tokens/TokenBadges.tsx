import type { AccessToken } from '@warranty/contracts/access-tokens';
import { CircleCheck, CircleMinus, CircleX, Clock } from 'lucide-react';
import { Badge } from '../../ui/Badge.tsx';
import { timeLeft } from './expiry.ts';
import { endsSoon, tokenStatus } from './token-status.ts';

const looks = {
  active: { tone: 'active', Icon: CircleCheck, word: 'Active' },
  inactive: { tone: 'unknown', Icon: CircleMinus, word: 'Inactive' },
  expired: { tone: 'expired', Icon: CircleX, word: 'Expired' },
} as const;

/** Status of the token, and a warning before it expires. */
export function TokenBadges({ token, now }: { token: AccessToken; now: Date }) {
  const { tone, Icon, word } = looks[tokenStatus(token, now)];
  return (
    <span className="flex flex-wrap gap-1">
      <Badge tone={tone} icon={<Icon aria-hidden size={14} className="shrink-0" />}>
        {word}
      </Badge>
      {token.expiresAt !== null && endsSoon(token, now) && (
        <Badge tone="expiring" icon={<Clock aria-hidden size={14} className="shrink-0" />}>
          Expires {timeLeft(token.expiresAt, now)}
        </Badge>
      )}
    </span>
  );
}
