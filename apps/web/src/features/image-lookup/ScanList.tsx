import { ScanBarcode, X } from 'lucide-react';
import { formatCount } from '../../lib/format-number.ts';
import { Card } from '../../ui/Card.tsx';
import { classes } from '../../ui/classes.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { focusAfterRemoval } from '../../ui/focus-after-removal.ts';
import { IconButton } from '../../ui/IconButton.tsx';

interface ScanListProps {
  list: readonly string[];
  /** Highlighted as just added or scanned again. */
  last: string | null;
  onRemove: (serial: string) => void;
}

/** Newest first, where the user is looking. */
export function ScanList({ list, last, onRemove }: ScanListProps) {
  if (list.length === 0)
    return (
      <EmptyState icon={<ScanBarcode aria-hidden size={24} />} title="No Devices Yet">
        Scanned labels appear here, without duplicates. When you are done, look them all up at once.
      </EmptyState>
    );
  return (
    <Card as="section" aria-labelledby="scanned">
      <h2 id="scanned" className="px-4 pt-4 font-semibold">
        Scanned{' '}
        <span className="font-normal text-ink-2 tabular-nums">{formatCount(list.length, 'device')}</span>
      </h2>
      <ol reversed className="max-h-96 overflow-y-auto p-2">
        {list.toReversed().map((serial) => (
          <li
            key={serial}
            className={classes(
              'flex min-h-9 items-center justify-between gap-2 rounded-sm pl-2',
              serial === last && 'bg-active-soft',
            )}
          >
            <span className="min-w-0 truncate font-mono">{serial}</span>
            <IconButton
              label={`Remove ${serial}`}
              icon={<X aria-hidden size={16} />}
              size="sm"
              onClick={({ currentTarget }) => {
                focusAfterRemoval(currentTarget);
                onRemove(serial);
              }}
            />
          </li>
        ))}
      </ol>
    </Card>
  );
}
