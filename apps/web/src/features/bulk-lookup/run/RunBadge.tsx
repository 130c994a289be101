import type { RunStatus } from '@warranty/contracts/bulk-lookup';
import { Ban, CircleCheck, CircleX, LoaderCircle, type LucideIcon, Pause } from 'lucide-react';
import { Badge } from '../../../ui/Badge.tsx';
import { runStatusLabels } from './run-state.ts';

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

export function RunBadge({ status }: { status: RunStatus }) {
  const { tone, Icon } = looks[status];
  return (
    <Badge tone={tone} icon={<Icon aria-hidden size={14} className="shrink-0" />}>
      {runStatusLabels[status]}
    </Badge>
  );
}
