import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { NameField, type NameFieldText } from '../../shared/secrets/NameDialog.tsx';
import { ActionFailed } from '../../shared/session/ActionFailed.tsx';
import { nameThisDevice } from '../../shared/session/passkey.ts';
import { FormDialog } from '../../ui/overlay/FormDialog.tsx';
import { add } from './use-passkeys.ts';

const nameField: NameFieldText = {
  label: 'Name',
  placeholder: 'e.g. Work laptop',
  help: 'So that you recognize it in the list.',
  missing: 'Please enter a name',
};

/** Names a new passkey, which the browser then creates. Mounted only while open. */
export function AddPasskey({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState(nameThisDevice);
  const [isMissing, setMissing] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const { mutate, isPending, error, reset } = useMutation({ mutationFn: add, onSuccess: onClose });
  const change = (next: string) => {
    setName(next);
    setMissing(false);
    reset();
  };
  const submit = () => {
    if (name.trim() !== '') return mutate(name.trim());
    setMissing(true);
    input.current?.focus();
  };
  return (
    <FormDialog
      title="Add a passkey"
      description="Your browser asks where to create it: on this device, on a phone, or on a security key. If you signed in long ago, it asks you to sign in again first."
      submitLabel="Continue"
      busy={isPending}
      onSubmit={submit}
      onOpenChange={onClose}
      initialFocus={input}
    >
      <NameField ref={input} text={nameField} value={name} onChange={change} isMissing={isMissing} />
      {error && <ActionFailed error={error} />}
    </FormDialog>
  );
}
