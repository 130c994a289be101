import { Link } from '@tanstack/react-router';
import type { Progress } from '@warranty/contracts/progress';
import { KeyRound, RotateCw, X } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useNow } from '../../../lib/browser/use-now.ts';
import { formatAgo } from '../../../lib/format/age.ts';
import { formatDate } from '../../../lib/format/format-date.ts';
import { formatCount } from '../../../lib/format/format-number.ts';
import { useUserVendors } from '../../../shared/vendors/vendor-keys.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { IconButton } from '../../../ui/button/IconButton.tsx';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { FileNotices } from '../file/FileNotices.tsx';
import { useFocusOnce } from '../use-focus-once.ts';
import { RunActions } from './RunActions.tsx';
import { RunBadge } from './RunBadge.tsx';
import { RunProgress } from './RunProgress.tsx';
import { unprocessedNote } from './retry.ts';
import { isFinished, isLive, runName, runStatusLabel } from './run-state.ts';
import { invalidateRun } from './use-runs.ts';

interface RunCardProps extends Omit<ComponentProps<typeof RunActions>, 'isWaiting'> {
  shown: Progress;
  isUnreachable: boolean;
  /** The run has not finished but has no progress record. */
  isLost: boolean;
  /** The run was just started on this page. */
  isNew: boolean;
  onClose: () => void;
}

/** Status of the run and its actions. */
export function RunCard(props: RunCardProps) {
  const { run, shown, isUnreachable, isLost, choice, isNew, onClose, onDelete } = props;
  const now = useNow();
  const isWaiting = isLive(run.status) && shown.continuesAt !== null;
  const heading = useFocusOnce<HTMLHeadingElement>(isNew);
  const note = unprocessedNote(run, useUserVendors());
  return (
    <Card className="gap-4 p-5">
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h2
              id="run"
              ref={heading}
              tabIndex={-1}
              className="scroll-mt-4 scroll-mb-60 w-fit wrap-anywhere rounded-sm font-semibold text-xl focus-visible:outline-offset-0"
            >
              {runName(run)}
            </h2>
            <RunBadge status={run.status} isWaiting={isWaiting} />
          </div>
          <p className="mt-0.5 text-ink-2 text-sm">
            <span title={run.createdAt}>Started {formatAgo(run.createdAt, now)}</span>
            {run.createdBy && ` by ${run.createdBy}`}. Vendors: {run.vendors.join(', ')}. Available until{' '}
            {formatDate(run.expiresAt.slice(0, 10))}.
          </p>
        </div>
        <IconButton label="Close this run" tooltip icon={X} onClick={onClose} />
      </div>
      <p role="status" className="sr-only">
        {runStatusLabel(run.status, isWaiting)}. {formatCount(shown.current, 'row')} done.
      </p>
      <RunProgress progress={shown} isUnreachable={isUnreachable} />
      {run.status === 'error' && <Alert tone="danger" title={run.message} />}
      {run.status === 'paused' && (
        <Alert
          tone="warning"
          title={run.message}
          live="status"
          action={<KeysLink>Check vendor keys</KeysLink>}
        >
          Results so far are saved. Resume to continue with the remaining rows.
        </Alert>
      )}
      {isWaiting && (
        <Alert
          tone="warning"
          title="You or your network have used all vendor calls for today"
          live="status"
          action={<KeysLink>Add your own keys</KeysLink>}
        >
          Results so far are saved, and the run continues by itself. With your own keys, you can resume it
          now.
        </Alert>
      )}
      {isLost && isLive(run.status) && (
        <Alert
          title="Progress is no longer available"
          action={
            <Button size="sm" icon={RotateCw} onClick={() => invalidateRun(run.id)}>
              Refresh
            </Button>
          }
        >
          The run is still in progress.
        </Alert>
      )}
      {note && isFinished(run.status) && (
        <Alert
          title={`${note.title}. ${note.text}`}
          action={note.needsKeys && <KeysLink>Add keys</KeysLink>}
        />
      )}
      <RunActions run={run} isWaiting={isWaiting} choice={choice} onDelete={onDelete} />
      {run.noticesCount > 0 && <FileNotices notices={run.notices} count={run.noticesCount} />}
    </Card>
  );
}

function KeysLink({ children }: { children: string }) {
  return (
    <Button asChild size="sm" icon={KeyRound}>
      <Link to="/api-keys">{children}</Link>
    </Button>
  );
}
