import { RotateCw, Square } from 'lucide-react';
import { useEffect } from 'react';
import { formatBytes } from '../../../lib/format/format-bytes.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { Progress } from '../../../ui/feedback/Progress.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { useProgress } from './use-progress.ts';
import type { StartState } from './use-start-run.ts';

interface SendingCardProps {
  sending: Extract<StartState, { step: 'sending' }>;
  onSeen: (runId: string) => void;
  onStop: () => void;
}

/** Upload of the file. The run's progress may arrive before the reply to the upload. */
export function SendingCard({ sending, onSeen, onStop }: SendingCardProps) {
  const { runId, sent, size } = sending;
  const isSent = sent !== null && sent >= size;
  const { progress } = useProgress({ runId, live: sent !== null });
  useEffect(() => {
    // A partly uploaded file also has a record; in that case this page must stay open and finish the upload.
    if (progress && isSent) onSeen(runId);
  }, [progress, isSent, runId, onSeen]);
  useWarnBeforeUnload(!isSent);
  return (
    <Card className="gap-4 p-5">
      <Progress
        label={isSent ? 'Waiting for the server' : 'Uploading the file'}
        value={isSent ? null : sent}
        max={size}
        {...(sent !== null && { valueText: `${formatBytes(sent)} of ${formatBytes(size)}` })}
      />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-ink-2 text-sm">
          {isSent ? 'Upload complete.' : 'Keep this tab open until the upload is complete.'}
        </p>
        <Button size="sm" icon={Square} onClick={onStop}>
          Stop
        </Button>
      </div>
    </Card>
  );
}

/** Closing the tab would abort the upload, so the browser prompts first. */
function useWarnBeforeUnload(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isNeeded]);
}

/** Looks like a progress record with status error. */
export function FailedCard({ reason, onRetry }: { reason: string; onRetry: () => void }) {
  return (
    <Card className="gap-4 p-5">
      <Progress label="Processing failed" value={0} valueText="Error" />
      <Alert
        tone="danger"
        title={reason}
        live="alert"
        action={
          <Button size="sm" icon={RotateCw} onClick={onRetry}>
            Try again
          </Button>
        }
      >
        Your file is still selected.
      </Alert>
    </Card>
  );
}
