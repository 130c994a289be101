import { CircleCheck, Eye } from 'lucide-react';
import { Badge } from '../../../ui/text/Badge.tsx';

interface SurenessProps {
  confidence: number;
  /** A check on the label confirmed the serial number. */
  isVerified: boolean;
}

/** How sure a reading is. */
export function Sureness({ confidence, isVerified }: SurenessProps) {
  const percent = `${Math.round(confidence * 100)}%`;
  return isVerified ? (
    <Badge tone="active" icon={<CircleCheck aria-hidden size={14} />}>
      Verified, {percent}
    </Badge>
  ) : (
    <Badge tone="expiring" icon={<Eye aria-hidden size={14} />}>
      Please check, {percent}
    </Badge>
  );
}
