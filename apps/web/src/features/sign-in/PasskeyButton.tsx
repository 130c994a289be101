import { FingerprintPattern } from 'lucide-react';
import { Button } from '../../ui/button/Button.tsx';

interface PasskeyButtonProps {
  busy: boolean;
  /** While another call is being made. */
  disabled?: boolean;
  submit?: boolean;
  /** False next to a button that most people use. */
  isMain?: boolean;
  onClick?: () => void;
  children: string;
}

const waiting = 'Waiting for your device...';

/** The main button of a page: asks the device for a passkey. */
export function PasskeyButton({
  busy,
  disabled = false,
  submit = false,
  isMain = true,
  onClick,
  children,
}: PasskeyButtonProps) {
  return (
    <>
      <Button
        type={submit ? 'submit' : 'button'}
        variant={isMain ? 'primary' : 'secondary'}
        icon={FingerprintPattern}
        busy={busy}
        busyLabel={waiting}
        disabled={disabled}
        className="w-full"
        {...(onClick && { onClick })}
      >
        {children}
      </Button>
      <span role="status" className="sr-only">
        {busy && waiting}
      </span>
    </>
  );
}
