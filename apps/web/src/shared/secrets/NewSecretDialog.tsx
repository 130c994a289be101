import { type ComponentProps, type ReactNode, useState } from 'react';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { RecoveryCodeDialog } from './RecoveryCodeDialog.tsx';
import { SecretDialog } from './SecretDialog.tsx';

interface NewSecretDialogProps extends Omit<ComponentProps<typeof SecretDialog>, 'doneLabel' | 'size'> {
  /** What to do if it is lost. */
  warning: string;
  /** Issued with the first secret of a user, otherwise null. */
  recoveryCode: string | null;
  recoveryDescription: string;
  children?: ReactNode;
}

/** Shows a new secret once, and then the recovery code if one was issued with it. */
export function NewSecretDialog(props: NewSecretDialogProps) {
  const { warning, recoveryCode, recoveryDescription, onClose, children, ...rest } = props;
  const { returnFocusTo } = rest;
  const [isCopied, setCopied] = useState(false);
  if (isCopied && recoveryCode !== null) {
    return (
      <RecoveryCodeDialog
        code={recoveryCode}
        description={recoveryDescription}
        onClose={onClose}
        {...(returnFocusTo && { returnFocusTo })}
      />
    );
  }
  return (
    <SecretDialog
      {...rest}
      doneLabel="I have copied it"
      size="lg"
      onClose={() => (recoveryCode === null ? onClose() : setCopied(true))}
    >
      <div className="mt-3 space-y-4">
        <Alert tone="warning" title="Copy it now. It won’t be shown again">
          {warning}
        </Alert>
        {children}
      </div>
    </SecretDialog>
  );
}
