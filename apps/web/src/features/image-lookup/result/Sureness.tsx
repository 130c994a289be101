import type { ScannedDevice } from '@warranty/domain/label/scanned-device';
import { CircleCheck, Eye } from 'lucide-react';
import { Badge } from '../../../ui/text/Badge.tsx';

export const percent = (share: number) => `${Math.round(share * 100)}%`;

/** How sure a reading is. It is verified if a check on the label confirmed the serial number. */
export function Sureness({ confidence, isVerified }: NonNullable<ScannedDevice['sureness']>) {
  const Icon = isVerified ? CircleCheck : Eye;
  return (
    <Badge tone={isVerified ? 'active' : 'expiring'} icon={Icon}>
      {isVerified ? 'Verified' : 'Please check'}, {percent(confidence)}
    </Badge>
  );
}
