import { type BulkRun, cancelBulkRun, type FileFormat } from '@warranty/contracts/bulk-lookup';
import { Bell, Download, Play, RotateCw, Square, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { askForNotifications, canAskForNotifications } from '../../../lib/browser/notify.ts';
import { useNow } from '../../../lib/browser/use-now.ts';
import { RoleGate } from '../../../shared/session/RoleGate.tsx';
import { useUserVendors } from '../../../shared/vendors/vendor-keys.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { type DownloadChoice, downloadName, downloadUrl } from './download.ts';
import { retryOf } from './retry.ts';
import { isFinished, isLive } from './run-state.ts';
import { useRunCommand } from './use-runs.ts';

interface RunActionsProps {
  run: BulkRun;
  /** It continues by itself, but the user can resume it earlier. */
  isWaiting: boolean;
  choice: DownloadChoice;
  onDelete: () => void;
}

export function RunActions({ run, isWaiting, choice, onDelete }: RunActionsProps) {
  const { mutate, isPending, variables, error } = useRunCommand(run.id);
  const busy = (command: string) => isPending && variables.name === command;
  const { status } = run;
  const now = useNow();
  const noteId = useId();
  const retry = retryOf(run, useUserVendors(), now);
  return (
    <div className="space-y-3 print:hidden">
      <RoleGate endpoint={cancelBulkRun} className="space-y-3">
        <div className="flex flex-wrap gap-2">
          {run.totalRows > 0 && status !== 'created' && status !== 'loading' && (
            <DownloadButtons run={run} choice={choice} />
          )}
          {(status === 'paused' || isWaiting) && (
            <Button
              variant={isWaiting ? 'secondary' : 'primary'}
              icon={Play}
              busy={busy('resume')}
              disabled={isPending}
              onClick={() => mutate({ name: 'resume' })}
            >
              Resume
            </Button>
          )}
          {retry && (
            <Button
              icon={RotateCw}
              busy={busy('retry')}
              disabled={isPending || retry.isTooEarly}
              aria-describedby={retry.note ? noteId : undefined}
              onClick={() => mutate({ name: 'retry', vendors: [...run.vendors, ...retry.added] })}
            >
              {retry.label}
            </Button>
          )}
          {(isLive(status) || status === 'paused') && (
            <Button
              icon={Square}
              busy={busy('cancel')}
              disabled={isPending}
              onClick={() => mutate({ name: 'cancel' })}
            >
              Cancel
            </Button>
          )}
          {isLive(status) && <NotifyButton />}
          {isFinished(status) && (
            <Button variant="ghost" icon={Trash2} onClick={onDelete}>
              Delete
            </Button>
          )}
          {retry?.note && (
            <p id={noteId} className="self-center text-ink-2 text-sm">
              {retry.note}
            </p>
          )}
        </div>
      </RoleGate>
      {error && <Alert tone="danger" title={error.message} live="alert" />}
    </div>
  );
}

/** The format of the uploaded file comes first. During a run the partial file can be downloaded. */
function DownloadButtons({ run, choice }: { run: BulkRun; choice: DownloadChoice }) {
  const done = isFinished(run.status);
  const other = run.format === 'csv' ? 'xlsx' : 'csv';
  const link = (format: FileFormat, label: string) => (
    <a href={downloadUrl(run.id, choice, format)} download={downloadName(new Date(), format)}>
      {label}
    </a>
  );
  return (
    <>
      <Button asChild variant={done ? 'primary' : 'secondary'} icon={Download}>
        {link(run.format, done ? 'Download results' : 'Download partial results')}
      </Button>
      <Button asChild icon={Download}>
        {link(other, `Download .${other}`)}
      </Button>
    </>
  );
}

/** Offered once: the browser remembers the choice, also a refusal. */
function NotifyButton() {
  const [canAsk, setCanAsk] = useState(canAskForNotifications);
  if (!canAsk) return null;
  return (
    <Button icon={Bell} onClick={() => askForNotifications().then(() => setCanAsk(canAskForNotifications()))}>
      Notify me when it is done
    </Button>
  );
}
