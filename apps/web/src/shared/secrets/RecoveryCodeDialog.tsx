import type { RefObject } from 'react';
import { SecretDialog } from './SecretDialog.tsx';

interface RecoveryCodeDialogProps {
  code: string;
  /** Why the user gets a code now. */
  description: string;
  onClose: () => void;
  returnFocusTo?: RefObject<HTMLElement | null>;
}

export function RecoveryCodeDialog({ code, ...rest }: RecoveryCodeDialogProps) {
  return (
    <SecretDialog
      {...rest}
      title="Your recovery code"
      copyLabel="Copy code"
      doneLabel="Saved it"
      secret={code}
    >
      <p className="mt-3 text-ink-2">
        Store it safely. It is shown only once and works only once. Anyone with this code can act as you but
        cannot view your keys or tokens.
      </p>
    </SecretDialog>
  );
}
