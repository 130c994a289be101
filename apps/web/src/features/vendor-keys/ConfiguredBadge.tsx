import { CircleCheck, CircleMinus } from 'lucide-react';
import { Badge } from '../../ui/text/Badge.tsx';

export function ConfiguredBadge({ configured }: { configured: boolean }) {
  const Icon = configured ? CircleCheck : CircleMinus;
  return (
    <Badge tone={configured ? 'active' : 'unknown'} icon={Icon}>
      {configured ? 'Configured' : 'Not configured'}
    </Badge>
  );
}
