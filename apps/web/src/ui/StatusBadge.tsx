import type { WarrantyStatus } from '@warranty/contracts/warranty';
import { statusLabels } from '@warranty/domain/status-labels';
import { CircleAlert, CircleCheck, CircleHelp, CircleX } from 'lucide-react';
import { Badge } from './Badge.tsx';

const icons = { active: CircleCheck, expiring: CircleAlert, expired: CircleX, unknown: CircleHelp };

export function StatusBadge({ status }: { status: WarrantyStatus }) {
  const Icon = icons[status];
  return (
    <Badge tone={status} icon={<Icon aria-hidden size={14} className="shrink-0" />}>
      {statusLabels[status]}
    </Badge>
  );
}
