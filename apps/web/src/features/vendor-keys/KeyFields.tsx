import { type KeyType, keyLabel, keyNames } from '@warranty/contracts/vendors/vendor';
import { useConfig } from '../../lib/config.ts';
import { Field } from '../../ui/Field.tsx';
import { SecretInput } from '../../ui/SecretInput.tsx';
import { KeyFile } from './KeyFile.tsx';
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
