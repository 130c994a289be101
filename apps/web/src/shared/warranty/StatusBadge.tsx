import type { WarrantyStatus } from '@warranty/contracts/warranty';
import { noCoverageLabel, statusLabels } from '@warranty/domain/status-labels';
import { CircleAlert, CircleCheck, CircleHelp, CircleX, ShieldOff } from 'lucide-react';
import { Badge } from '../../ui/text/Badge.tsx';

const icons = { active: CircleCheck, expiring: CircleAlert, expired: CircleX, unknown: CircleHelp };

interface StatusBadgeProps {
  status: WarrantyStatus;
  /** Why the status is unknown: the vendor knows the device and lists no coverage. */
  noCoverage?: boolean | undefined;
}

export function StatusBadge({ status, noCoverage = false }: StatusBadgeProps) {
  const Icon = icons[status];
  const badge = (
    <Badge tone={status} icon={Icon}>
      {statusLabels[status]}
    </Badge>
  );
  if (!noCoverage) return badge;
  return (
    <span className="inline-flex items-center gap-1">
      {badge}
      <Badge icon={ShieldOff}>{noCoverageLabel}</Badge>
    </span>
  );
}
