import type { RunStatus } from '@warranty/contracts/bulk-lookup';
import { Ban, CircleCheck, CircleX, Clock, LoaderCircle, type LucideIcon, Pause } from 'lucide-react';
import { Badge } from '../../../ui/text/Badge.tsx';
import { runStatusLabel } from './run-state.ts';

type Tone = 'accent' | 'active' | 'expiring' | 'expired' | 'neutral';

const looks: Record<RunStatus, { tone: Tone; Icon: LucideIcon }> = {
  created: { tone: 'accent', Icon: LoaderCircle },
  loading: { tone: 'accent', Icon: LoaderCircle },
  processing: { tone: 'accent', Icon: LoaderCircle },
  paused: { tone: 'expiring', Icon: Pause },
  completed: { tone: 'active', Icon: CircleCheck },
  cancelled: { tone: 'neutral', Icon: Ban },
  error: { tone: 'expired', Icon: CircleX },
};

interface RunBadgeProps {
  status: RunStatus;
  /** It has reached the daily limit and continues by itself. */
  isWaiting: boolean;
}

export function RunBadge({ status, isWaiting }: RunBadgeProps) {
  const { tone, Icon }: { tone: Tone; Icon: LucideIcon } = isWaiting
    ? { tone: 'expiring', Icon: Clock }
    : looks[status];
  return (
    <Badge tone={tone} icon={<Icon aria-hidden size={14} className="shrink-0" />}>
      {runStatusLabel(status, isWaiting)}
    </Badge>
  );
}
