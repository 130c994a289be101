import { RotateCw, Square } from 'lucide-react';
import { useEffect } from 'react';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { formatBytes } from '../../ui/format-bytes.ts';
import { Progress } from '../../ui/Progress.tsx';
import { useProgress } from './useProgress.ts';
import type { StartState } from './useStartRun.ts';

interface SendingCardProps {
  sending: Extract<StartState, { step: 'sending' }>;
  onSeen: (runId: string) => void;
  onStop: () => void;
}

/** The file on its way to the server. The run's progress may be there before the reply to the upload. */
export function SendingCard({ sending, onSeen, onStop }: SendingCardProps) {
  const { runId, isCreated, sent, size } = sending;
  const isSent = size > 0 && sent >= size;
  const { progress } = useProgress({ runId, live: isCreated });
  useEffect(() => {
    // A file that is still on its way has a record too; then this page must stay and go on sending.
    if (progress && isSent) onSeen(runId);
  }, [progress, isSent, runId, onSeen]);
  useWarnBeforeUnload(!isSent);
  return (
    <Card className="gap-4 p-5">
      <Progress
        label={isSent ? 'Waiting for the server' : 'Sending the file'}
        value={size > 0 && !isSent ? sent : null}
        max={Math.max(size, 1)}
        {...(size > 0 && { valueText: `${formatBytes(sent)} of ${formatBytes(size)}` })}
      />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-ink-2 text-sm">
          {isSent ? 'It is all there.' : 'Keep this tab open until the file is there.'}
        </p>
        <Button size="sm" icon={<Square aria-hidden size={14} />} onClick={onStop}>
          Stop
        </Button>
      </div>
    </Card>
  );
}

/** Closing the tab would break the upload off: the browser asks first. */
function useWarnBeforeUnload(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isNeeded]);
}

/** As a progress with status error. */
export function FailedCard({ reason, onRetry }: { reason: string; onRetry: () => void }) {
  return (
    <Card className="gap-4 p-5">
      <Progress label="Processing failed" value={0} valueText="Error" />
      <Alert
        tone="danger"
        title={reason}
        live="alert"
        action={
          <Button size="sm" icon={<RotateCw aria-hidden size={14} />} onClick={onRetry}>
            Try again
          </Button>
        }
      >
        The file is still here.
      </Alert>
    </Card>
  );
}
