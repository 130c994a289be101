import type { Confidence } from '@warranty/contracts/purchase-date';
import { FileCheck, SignalHigh, SignalLow, SignalMedium } from 'lucide-react';
import { Badge } from '../../../ui/text/Badge.tsx';
import { confidenceLabels } from './labels.ts';

const looks = {
  high: { tone: 'active', Icon: SignalHigh },
  medium: { tone: 'expiring', Icon: SignalMedium },
  low: { tone: 'unknown', Icon: SignalLow },
} as const;

interface ConfidenceBadgeProps {
  confidence: Confidence;
  /** Where the date comes from if it was not predicted: then there is no confidence. */
  known: string | null;
}

export function ConfidenceBadge({ confidence, known }: ConfidenceBadgeProps) {
  if (known !== null) return <Badge icon={FileCheck}>{known}</Badge>;
  const { tone, Icon } = looks[confidence];
  return (
    <Badge tone={tone} icon={Icon}>
      {confidenceLabels[confidence]}
    </Badge>
  );
}
