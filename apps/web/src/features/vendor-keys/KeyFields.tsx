import { type KeyType, keyLabel, keyNames } from '@warranty/contracts/vendors/vendor';
import { FileKey2 } from 'lucide-react';
import { type ChangeEvent, useRef, useState } from 'react';
import { useConfig } from '../../shared/server/config.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { SecretInput } from '../../ui/form/SecretInput.tsx';
import { keyProblem } from './key-values.ts';
import type { useConfigureForm } from './use-configure-form.ts';

interface KeyFieldsProps {
  form: ReturnType<typeof useConfigureForm>;
}

/** The chosen key, and the other keys of its vendor, so that all of them can be saved at once. */
export function KeyFields({ form }: KeyFieldsProps) {
  const demo = useConfig()?.demo ?? false;
  const { keyType, otherTypes, complaint } = form;
  return (
    <>
      <Field
        label={keyLabel(keyType)}
        required
        error={complaint ?? keyProblem(keyType, form.values[keyType])}
        help={demo && 'Sample data: do not enter a real key.'}
      >
        <KeyInput form={form} type={keyType} isChosen />
      </Field>
      {keyType === 'private_key' && <KeyFile onRead={(text) => form.type(keyType, text)} />}
      {otherTypes.map((type) => (
        <OtherKey key={type} form={form} type={type} />
      ))}
    </>
  );
}

function OtherKey({ form, type }: KeyFieldsProps & { type: KeyType }) {
  return (
    <>
      <Field
        label={keyLabel(type)}
        error={keyProblem(type, form.values[type])}
        help={form.isStored(type) ? 'Saved. Leave blank to keep it.' : 'You can also add it later.'}
      >
        <KeyInput form={form} type={type} />
      </Field>
      {type === 'private_key' && <KeyFile onRead={(text) => form.type(type, text)} />}
    </>
  );
}

function KeyInput({ form, type, isChosen }: KeyFieldsProps & { type: KeyType; isChosen?: boolean }) {
  return (
    <SecretInput
      ref={isChosen ? form.input : undefined}
      noun={keyNames[type]}
      value={form.values[type] ?? ''}
      onChange={(event) => form.type(type, event.target.value)}
      maxLength={4096}
    />
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
