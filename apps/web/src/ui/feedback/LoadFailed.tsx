import { Button } from '../button/Button.tsx';
import { Alert } from './Alert.tsx';
import { ErrorState } from './ErrorState.tsx';

interface LoadFailedProps {
  title: string;
  reason: string;
  onRetry: () => void;
  /** Previously loaded data is still shown below. */
  stale?: boolean;
}

/** A failed read: replaces the content, or is shown above previously loaded data. */
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
      {reason.replace(/\.?$/, '.')} The data shown may be out of date.
    </Alert>
  );
}
