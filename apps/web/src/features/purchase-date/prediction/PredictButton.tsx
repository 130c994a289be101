import { CalendarSearch } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Button } from '../../../ui/button/Button.tsx';
import type { PredictorSession } from '../use-predictor-session.ts';

interface PredictButtonProps extends Pick<ComponentProps<typeof Button>, 'type' | 'onClick' | 'children'> {
  session: PredictorSession;
  isPending: boolean;
}

/** Disabled until there is a session. */
export function PredictButton({ session: { isReady, hasFailed }, isPending, ...rest }: PredictButtonProps) {
  const isConnecting = !isReady && !hasFailed;
  return (
    <Button
      {...rest}
      variant="primary"
      icon={CalendarSearch}
      busy={isConnecting || isPending}
      busyLabel={isConnecting ? 'Connecting...' : 'Predicting...'}
      disabled={!isReady}
    />
  );
}
