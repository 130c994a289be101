import { useMutation } from '@tanstack/react-query';
import type { AccessToken } from '@warranty/contracts/access-tokens';
import { type RefObject, useRef, useState } from 'react';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { ActionFailed } from './ActionFailed.tsx';
import { TokenNameField } from './TokenNameField.tsx';
import { renameToken } from './useAccessTokens.ts';

interface RenameDialogProps {
  token: AccessToken;
  onClose: () => void;
  /** Receives the focus if the card no longer exists. */
  returnFocusTo: RefObject<HTMLElement | null>;
}

/** Mounted only while open. */
export function RenameDialog({ token, onClose, returnFocusTo }: RenameDialogProps) {
  const [tokenName, setTokenName] = useState(token.tokenName);
  const [missing, setMissing] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (name: string) => renameToken(token, name),
    onSuccess: onClose,
  });
  const submit = () => {
    const name = tokenName.trim();
    if (name === token.tokenName) return onClose();
    if (name) return mutate(name);
    setMissing(true);
    input.current?.focus();
  };
  return (
    <FormDialog
      title="Rename token"
      description="Only the name changes. Applications keep working."
      submitLabel="Rename"
      busy={isPending}
      onSubmit={submit}
      onOpenChange={onClose}
      initialFocus={input}
      returnFocusTo={returnFocusTo}
    >
      <TokenNameField
        ref={input}
        value={tokenName}
        missing={missing}
        onChange={(name) => {
          setTokenName(name);
          setMissing(false);
          reset();
        }}
      />
      {error && <ActionFailed error={error} />}
    </FormDialog>
  );
}
