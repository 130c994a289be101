import { Link } from '@tanstack/react-router';
import type { BulkRun } from '@warranty/contracts/bulk-lookup';
import { KeyRound } from 'lucide-react';
import { useUserVendors } from '../../../lib/vendor-keys.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { Button } from '../../../ui/Button.tsx';
import { unprocessedNote } from './retry.ts';
import { isFinished } from './run-state.ts';

/** Rows that the run left out although their vendor has a lookup. */
export function UnprocessedRows({ run }: { run: BulkRun }) {
  const note = unprocessedNote(run, useUserVendors());
  if (!note || !isFinished(run.status)) return null;
  return (
    <Alert
      title={`${note.title}. ${note.text}`}
      action={
        note.needsKeys && (
          <Button asChild size="sm" icon={<KeyRound aria-hidden size={14} />}>
            <Link to="/api-keys">Add keys</Link>
          </Button>
        )
      }
    />
  );
}
