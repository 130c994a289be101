import type { DiscoveredDevice } from '@warranty/contracts/agents';
import { Badge } from '../../../ui/text/Badge.tsx';
import { identityLabels } from './device-labels.ts';

/** What changed since the previous scan. An unchanged device has no badge. */
export function ChangeBadge({ device }: { device: DiscoveredDevice }) {
  const { change } = device;
  if (change !== 'new' && change !== 'moved') return null;
  return (
    <Badge tone={change === 'new' ? 'active' : 'expiring'} title={describeChange(device)}>
      {change === 'new' ? 'New' : 'Moved'}
    </Badge>
  );
}

export function describeChange({ change, recognizedBy }: DiscoveredDevice): string {
  if (recognizedBy) return `Recognized by ${identityLabels[recognizedBy]}`;
  return change === 'new' ? 'Not in the previous scan' : '';
}
