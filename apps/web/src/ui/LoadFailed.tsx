import { Alert } from './Alert.tsx';
import { Button } from './Button.tsx';
import { ErrorState } from './ErrorState.tsx';

interface LoadFailedProps {
  title: string;
  reason: string;
  onRetry: () => void;
  /** What was read before is still shown below. */
  stale?: boolean;
}

/** A read that failed: in the place of what was to be read, or above what was read before. */
export function LoadFailed({ title, reason, onRetry, stale = false }: LoadFailedProps) {
  if (!stale) {
    return (
      <ErrorState title={title} onRetry={onRetry}>
        {reason}
      </ErrorState>
    );
  }
  return (
    <Alert
      tone="danger"
      live="alert"
      title={title}
      action={
        <Button size="sm" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {reason.replace(/\.?$/, '.')} What you see may be out of date.
    </Alert>
  );
}
