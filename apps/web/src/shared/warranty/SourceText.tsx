import type { WarrantyResult } from '@warranty/contracts/warranty';
import { FlaskConical } from 'lucide-react';
import { formatAgo } from '../../lib/format/age.ts';
import { Badge } from '../../ui/text/Badge.tsx';

type Source = NonNullable<WarrantyResult['source']>;

/** Who gave the result, and when. */
export function SourceText({ source, now }: { source: Source; now: Date }) {
  return (
    <>
      <span title={source.checkedAt} className="text-ink-2">
        {source.vendor}, checked {formatAgo(source.checkedAt, now)}
      </span>
      {source.demo && (
        <Badge tone="expiring" icon={<FlaskConical aria-hidden size={12} />}>
          Sample data
        </Badge>
      )}
    </>
  );
}
