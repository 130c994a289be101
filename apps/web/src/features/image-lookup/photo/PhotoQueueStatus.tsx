import { RotateCw } from 'lucide-react';
import { formatCount } from '../../../lib/format/format-number.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { Progress } from '../../../ui/feedback/Progress.tsx';
import type { PhotoQueue } from './use-photo-queue.ts';

/** How many photos are read, and which ones have no serial number. */
export function PhotoQueueStatus({ reading, unread, retry }: PhotoQueue) {
  return (
    <>
      {reading && (
        <Progress
          label={`Reading photo ${reading.at} of ${reading.total}`}
          value={reading.at - 1}
          max={reading.total}
        />
      )}
      {!reading && unread.length > 0 && (
        <Alert
          tone="warning"
          live="status"
          title={`${formatCount(unread.length, 'photo')} could not be read`}
          action={
            <Button size="sm" icon={<RotateCw aria-hidden size={14} />} onClick={retry}>
              Try again
            </Button>
          }
        >
          <ul>
            {unread.map(({ file, reason }) => (
              <li key={`${file.name} ${file.lastModified} ${file.size}`} className="wrap-anywhere">
                {file.name}: {reason}
              </li>
            ))}
          </ul>
        </Alert>
      )}
    </>
  );
}
