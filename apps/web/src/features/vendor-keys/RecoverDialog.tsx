import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { codeField } from '../../ui/form/control-style.ts';
import { Field } from '../../ui/form/Field.tsx';
import { Input } from '../../ui/form/Input.tsx';
import { FormDialog } from '../../ui/overlay/FormDialog.tsx';
import { recover } from './identity-calls.ts';

interface RecoverDialogProps {
  username: string;
  trigger: ReactNode;
}

export function RecoverDialog({ username, trigger }: RecoverDialogProps) {
  const [open, setOpen] = useState(false);
  const [code, setCode] = useState('');
  const [missing, setMissing] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const { mutate, isPending, isSuccess, error, reset } = useMutation({ mutationFn: recover });
  // Stays busy until the page has reloaded.
  const busy = isPending || isSuccess;

  const change = (text: string) => {
    setCode(text);
    setMissing(false);
    reset();
  };
  const submit = () => {
    if (code.trim()) return mutate(code.trim());
    setMissing(true);
    input.current?.focus();
  };
  return (
    <FormDialog
      trigger={trigger}
      open={open}
      onOpenChange={(next) => {
        change('');
        setOpen(next);
      }}
      title="Use a recovery code"
      description="This browser switches to the user who created the code, that user’s other sessions end, and the page reloads."
      submitLabel="Continue"
      busy={busy}
      onSubmit={submit}
    >
      <Field
        label="Recovery code"
        required
        error={missing ? 'Please enter a recovery code' : error?.message}
        help="Seven groups of four characters. Case and dashes do not matter."
      >
        <Input
          ref={input}
          {...codeField}
          value={code}
          onChange={(event) => change(event.target.value)}
          maxLength={100}
        />
      </Field>
      <Alert tone="warning" title={`You will switch away from ${username}`}>
        You need a recovery code to return to this user’s data. Create one first if you want to keep access.
      </Alert>
    </FormDialog>
  );
}
