import { recoveryCodeText } from '../../lib/recovery-code.ts';
import { SecretDialog } from '../../ui/SecretDialog.tsx';

const { note, ...words } = recoveryCodeText;

interface RecoveryCodeDialogProps {
  code: string;
  /** It came with the first key, unasked. */
  first?: boolean;
  onClose: () => void;
}

export function RecoveryCodeDialog({ code, first = false, onClose }: RecoveryCodeDialogProps) {
  return (
    <SecretDialog
      {...words}
      description={
        first
          ? 'You stored your first key. There is no password: this code is the way back to it from another browser.'
          : 'It brings you back to your keys from another browser. The code before it no longer works.'
      }
      secret={code}
      onClose={onClose}
    >
      <p className="mt-3 text-ink-2">{note}</p>
    </SecretDialog>
  );
}
