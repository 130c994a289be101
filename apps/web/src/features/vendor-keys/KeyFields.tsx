import { type KeyType, keyLabel, keyNames } from '@warranty/contracts/vendors/vendor';
import { FileKey2 } from 'lucide-react';
import { type ChangeEvent, type ComponentProps, type Ref, useRef, useState } from 'react';
import { useConfig } from '../../shared/server/config.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { SecretInput } from '../../ui/form/SecretInput.tsx';
import { keyProblem } from './key-values.ts';
import type { ConfigureForm } from './use-configure-form.ts';

/** The chosen key, and the other keys of its vendor, so that all of them can be saved at once. */
export function KeyFields({ form }: { form: ConfigureForm }) {
  const demo = useConfig()?.demo ?? false;
  return (
    <>
      <KeyField
        form={form}
        type={form.keyType}
        ref={form.input}
        required
        error={form.complaint}
        help={demo && 'Sample data: do not enter a real key.'}
      />
      {form.otherTypes.map((type) => (
        <KeyField
          key={type}
          form={form}
          type={type}
          help={form.isStored(type) ? 'Saved. Leave blank to keep it.' : 'You can also add it later.'}
        />
      ))}
    </>
  );
}

interface KeyFieldProps extends Pick<ComponentProps<typeof Field>, 'required' | 'error' | 'help'> {
  form: ConfigureForm;
  type: KeyType;
  ref?: Ref<HTMLInputElement>;
}

function KeyField({ form, type, ref, error, ...rest }: KeyFieldProps) {
  const value = form.values[type] ?? '';
  return (
    <>
      <Field {...rest} label={keyLabel(type)} error={error ?? keyProblem(type, value)}>
        <SecretInput
          ref={ref}
          noun={keyNames[type]}
          value={value}
          onChange={(event) => form.type(type, event.target.value)}
          maxLength={4096}
        />
      </Field>
      {type === 'private_key' && <KeyFile onRead={(text) => form.type(type, text)} />}
    </>
  );
}

/** As much as the server accepts. */
const maxFileBytes = 4096;

/** Reads the key from a file, as an alternative to pasting it. The file stays in this page until the key is saved. */
function KeyFile({ onRead }: { onRead: (text: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [message, setMessage] = useState('');
  const read = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    // The same file can be chosen again.
    target.value = '';
    if (!file) return;
    if (file.size > maxFileBytes) return setMessage(`${file.name} is too large to be a private key.`);
    try {
      onRead((await file.text()).trim().replaceAll(/[\r\n]+/g, ' '));
      setMessage(`Read ${file.name}.`);
    } catch {
      setMessage(`Failed to read ${file.name}.`);
    }
  };
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <input ref={input} type="file" accept=".pem,.p8,.key" hidden onChange={read} />
      <Button size="sm" icon={<FileKey2 aria-hidden size={16} />} onClick={() => input.current?.click()}>
        Choose .pem file
      </Button>
      <p role="status" className="wrap-anywhere text-ink-2 text-sm">
        {message || 'Or paste its text above.'}
      </p>
    </div>
  );
}
