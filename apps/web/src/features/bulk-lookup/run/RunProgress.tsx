import type { Progress as ProgressRecord } from '@warranty/contracts/progress';
import { formatNumber } from '../../../lib/format/format-number.ts';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { Progress } from '../../../ui/feedback/Progress.tsx';
import { outcomeLabels } from './outcome-labels.ts';
import { formatThroughput, formatTimeLeft } from './throughput.ts';

interface RunProgressProps {
  progress: ProgressRecord;
  /** The server is not replying; requests are retried. */
  isUnreachable?: boolean;
}

/** Progress, speed, time left and row counts of the run. */
export function RunProgress({ progress, isUnreachable = false }: RunProgressProps) {
  const { current, total, message, status, rowsPerSecond, secondsLeft, continuesAt, counts } = progress;
  const isProcessing = status === 'processing';
  // Before the first row, the file is being read or prepared.
  const isEstimating =
    isProcessing && secondsLeft === null && continuesAt === null && current > 0 && current < total;
  const facts = [
    isProcessing && rowsPerSecond && formatThroughput(rowsPerSecond),
    isProcessing && secondsLeft !== null && formatTimeLeft(secondsLeft),
    isEstimating && 'estimating the time left',
  ].filter(Boolean);
  const shown = (Object.keys(outcomeLabels) as (keyof typeof outcomeLabels)[]).filter(
    (outcome) => outcome !== 'pending' && counts[outcome] > 0,
  );
  return (
    <div className="space-y-3">
      {/* A completed run has nothing to wait for, and its results are below. */}
      {status !== 'completed' && (
        <Progress
          label={status === 'paused' ? 'Paused' : message}
          value={total > 0 ? current : isProcessing ? null : 0}
          max={Math.max(total, 1)}
          {...(total > 0 && { valueText: `${Math.floor((current / total) * 100)}%` })}
        />
      )}
      <div className="flex flex-wrap justify-between gap-x-6 gap-y-1 text-ink-2 text-sm tabular-nums">
        <ul className="flex flex-wrap gap-x-4 gap-y-1">
          {shown.map((outcome) => (
            <li key={outcome}>
              <span className="font-medium text-ink">{formatNumber(counts[outcome])}</span>{' '}
              {outcomeLabels[outcome].toLowerCase()}
            </li>
          ))}
        </ul>
        {facts.length > 0 && <span>{facts.join(', ')}</span>}
      </div>
      {isUnreachable && (
        <Alert tone="warning" title="The server is not responding" live="status">
          The run continues in the background. We keep checking its progress.
        </Alert>
      )}
    </div>
  );
}
