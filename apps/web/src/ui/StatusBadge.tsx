import type { WarrantyStatus } from '@warranty/contracts/warranty';
import { CircleAlert, CircleCheck, CircleHelp, CircleX } from 'lucide-react';
import { statusLabels } from '../lib/warranty-status.ts';
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
