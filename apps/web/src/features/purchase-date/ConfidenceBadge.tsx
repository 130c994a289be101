import type { Confidence } from '@warranty/contracts/purchase-date';
import { SignalHigh, SignalLow, SignalMedium } from 'lucide-react';
import { Badge } from '../../ui/Badge.tsx';
import { confidenceLabels } from './labels.ts';

const looks = {
  high: { tone: 'active', Icon: SignalHigh },
  medium: { tone: 'expiring', Icon: SignalMedium },
  low: { tone: 'unknown', Icon: SignalLow },
} as const;

export function ConfidenceBadge({ confidence }: { confidence: Confidence }) {
  const { tone, Icon } = looks[confidence];
  return (
    <Badge tone={tone} icon={<Icon aria-hidden size={14} />}>
      {confidenceLabels[confidence]}
    </Badge>
  );
}
