import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';

const sentence = 'Failed to load API key configurations. Please try again.';

interface LoadFailedProps {
  reason: string;
  onRetry: () => void;
  /** What was read before is still shown below. */
  stale?: boolean;
}

export function LoadFailed({ reason, onRetry, stale = false }: LoadFailedProps) {
  if (!stale) {
    return (
      <ErrorState title={sentence} onRetry={onRetry}>
        {reason}
      </ErrorState>
    );
  }
  return (
    <Alert
      tone="danger"
      live="alert"
      title={sentence}
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
