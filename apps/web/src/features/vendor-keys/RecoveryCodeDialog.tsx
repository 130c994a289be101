import { recoveryCodeText } from '../../lib/recovery-code.ts';
import { SecretDialog } from '../../ui/SecretDialog.tsx';

const { note, ...words } = recoveryCodeText;

interface RecoveryCodeDialogProps {
  code: string;
  /** The code was created automatically with the first key. */
  first?: boolean;
  onClose: () => void;
}

export function RecoveryCodeDialog({ code, first = false, onClose }: RecoveryCodeDialogProps) {
  return (
    <SecretDialog
      {...words}
      description={
        first
          ? 'You saved your first key. There is no password: use this code to access your keys from another browser.'
          : 'Use it to access your keys from another browser. Your previous code no longer works.'
      }
      secret={code}
      onClose={onClose}
    >
      <p className="mt-3 text-ink-2">{note}</p>
    </SecretDialog>
  );
}
