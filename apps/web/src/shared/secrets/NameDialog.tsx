import { useMutation } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, type Ref, useRef, useState } from 'react';
import { Field } from '../../ui/form/Field.tsx';
import { Input } from '../../ui/form/Input.tsx';
import { FormDialog } from '../../ui/overlay/FormDialog.tsx';
import { ActionFailed } from '../session/ActionFailed.tsx';

export interface NameFieldText {
  label: string;
  placeholder: string;
  help: string;
  /** Shown if the field is empty. */
  missing: string;
}

interface NameFieldProps {
  text: NameFieldText;
  value: string;
  onChange: (value: string) => void;
  isMissing: boolean;
  ref: Ref<HTMLInputElement>;
}

export function NameField({ text, value, onChange, isMissing, ref }: NameFieldProps) {
  return (
    <Field label={text.label} required error={isMissing && text.missing} help={text.help}>
      <Input
        ref={ref}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        placeholder={text.placeholder}
        maxLength={100}
        autoComplete="off"
        data-1p-ignore
        data-lpignore="true"
      />
    </Field>
  );
}

interface NameDialogProps
  extends Pick<ComponentProps<typeof FormDialog>, 'title' | 'description' | 'submitLabel' | 'returnFocusTo'> {
  field: NameFieldText;
  /** Submitting it unchanged only closes the dialog. */
  initial?: string;
  onSubmit: (name: string) => Promise<unknown>;
  onClose: () => void;
  /** More fields. */
  children?: ReactNode;
}

/** Prompts for a name. Mounted only while open. */
export function NameDialog(props: NameDialogProps) {
  const { field, initial = '', onSubmit, onClose, children, ...rest } = props;
  const [value, setValue] = useState(initial);
  const [isMissing, setMissing] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const { mutate, isPending, error, reset } = useMutation({ mutationFn: onSubmit, onSuccess: onClose });
  const submit = () => {
    const name = value.trim();
    if (name === '') {
      setMissing(true);
      input.current?.focus();
    } else if (name === initial) onClose();
    else mutate(name);
  };
  const change = (next: string) => {
    setValue(next);
    setMissing(false);
    reset();
  };
  return (
    <FormDialog {...rest} busy={isPending} onSubmit={submit} onOpenChange={onClose} initialFocus={input}>
      <NameField ref={input} text={field} value={value} onChange={change} isMissing={isMissing} />
      {children}
      {error && <ActionFailed error={error} />}
    </FormDialog>
  );
}
