import type { RunStatus } from '@warranty/contracts/bulk-lookup';
import { Ban, CircleCheck, CircleX, Clock, LoaderCircle, type LucideIcon, Pause } from 'lucide-react';
import { Badge } from '../../../ui/text/Badge.tsx';
import { runStatusLabel } from './run-state.ts';

type Tone = 'accent' | 'active' | 'expiring' | 'expired' | 'neutral';

const looks: Record<RunStatus | 'waiting', [tone: Tone, Icon: LucideIcon]> = {
  created: ['accent', LoaderCircle],
  loading: ['accent', LoaderCircle],
  processing: ['accent', LoaderCircle],
  waiting: ['expiring', Clock],
  paused: ['expiring', Pause],
  completed: ['active', CircleCheck],
  cancelled: ['neutral', Ban],
  error: ['expired', CircleX],
};

interface RunBadgeProps {
  status: RunStatus;
  /** It has reached the daily limit and continues by itself. */
  isWaiting: boolean;
}

export function RunBadge({ status, isWaiting }: RunBadgeProps) {
  const [tone, Icon] = looks[isWaiting ? 'waiting' : status];
  return (
    <Badge tone={tone} icon={Icon}>
      {runStatusLabel(status, isWaiting)}
    </Badge>
  );
}
