import type { BulkResultRow } from '@warranty/contracts/bulk-results';
import { CircleAlert, CircleMinus, Hourglass } from 'lucide-react';
import { StatusBadge } from '../../../shared/warranty/StatusBadge.tsx';
import { statusNow } from '../../../shared/warranty/warranty-status.ts';
import { Badge } from '../../../ui/text/Badge.tsx';
import { outcomeLabels } from '../run/outcome-labels.ts';

/** A lookup without a result is an error; a row that was never looked up is not. */
export function OutcomeBadge({ row, now }: { row: BulkResultRow; now: Date }) {
  switch (row.outcome) {
    case 'failed':
    case 'not-known':
    case 'ambiguous':
      return (
        <Badge tone="danger" icon={CircleAlert}>
          Error
        </Badge>
      );
    case 'skipped':
    case 'not-processed':
      return <Badge icon={CircleMinus}>{outcomeLabels[row.outcome]}</Badge>;
    case 'pending':
      return <Badge icon={Hourglass}>{outcomeLabels.pending}</Badge>;
    default:
      return <StatusBadge status={statusNow(row, now)} noCoverage={row.noCoverage} />;
  }
}
