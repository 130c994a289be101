import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { Alert } from '../../ui/Alert.tsx';
import { Field } from '../../ui/Field.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { Input } from '../../ui/Input.tsx';
import { recover } from './identity-calls.ts';

interface RecoverDialogProps {
  userId: string;
  trigger: ReactNode;
}

export function RecoverDialog({ userId, trigger }: RecoverDialogProps) {
  const [open, setOpen] = useState(false);
  const [code, setCode] = useState('');
  const [missing, setMissing] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const { mutate, isPending, isSuccess, error, reset } = useMutation({ mutationFn: recover });
  // Until the page is loaded anew, too.
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
      description="This browser becomes the user the code was made for, and the page loads anew."
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
          mono
          value={code}
          onChange={(event) => change(event.target.value)}
          maxLength={100}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
      </Field>
      <Alert tone="warning" title={`This browser leaves ${userId}`}>
        To come back to what it has stored so far, you need a recovery code of its own. Make one first if you
        want to keep it.
      </Alert>
    </FormDialog>
  );
}
