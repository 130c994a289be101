import { FlaskConical } from 'lucide-react';
import { formatAge, formatAgo } from '../../lib/format/age.ts';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { Badge } from '../../ui/text/Badge.tsx';

interface SourceProps {
  source: { vendor: string; checkedAt: string | null; demo: boolean };
  now: Date;
}

/** Who gave the result, and when. */
export function SourceText({ source: { vendor, checkedAt, demo }, now }: SourceProps) {
  return (
    <>
      {checkedAt && (
        <span title={checkedAt} className="text-ink-2">
          {vendor}, checked {formatAgo(checkedAt, now)}
        </span>
      )}
      {demo && (
        <Badge tone="expiring" icon={<FlaskConical aria-hidden size={12} />}>
          Sample data
        </Badge>
      )}
    </>
  );
}

/** The vendor could not be asked, so an earlier answer is shown. */
export function StaleNote({ source: { vendor, checkedAt }, now }: SourceProps) {
  return (
    <Alert tone="warning" title={`${vendor} is not responding`}>
      Showing the last known result, {(checkedAt && formatAge(checkedAt, now)) || 'less than a minute'} old.
    </Alert>
  );
}
