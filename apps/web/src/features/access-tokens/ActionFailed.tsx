import { isUserMismatch } from '../../lib/session.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';

interface ActionFailedProps {
  error: Error;
  /** Leave it out where the button that failed is at hand. */
  onRetry?: () => void;
}

/** Why an action failed. Without a session trying again is in vain, and only a page loaded anew has one. */
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
