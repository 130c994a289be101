import { Button } from '../../ui/button/Button.tsx';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { isUserMismatch } from './session.ts';

interface ActionFailedProps {
  error: Error;
  /** Omit it if the button that failed is still visible. */
  onRetry?: () => void;
}

/** Without a session a retry cannot succeed; offer to reload the page instead. */
export function ActionFailed({ error, onRetry }: ActionFailedProps) {
  const lost = isUserMismatch(error.cause);
  const action = lost ? () => location.reload() : onRetry;
  return (
    <Alert
      tone="danger"
      live="alert"
      title={error.message}
      action={
        action && (
          <Button size="sm" onClick={action}>
            {lost ? 'Reload the page' : 'Try again'}
          </Button>
        )
      }
    />
  );
}
