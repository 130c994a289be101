import type { VendorBases } from '@warranty/contracts/vendors';
import { resolveOperation } from '@warranty/domain/vendor-operations/resolve';
import { Field } from '../../ui/form/Field.tsx';
import { Textarea } from '../../ui/form/Textarea.tsx';
import type { FormSectionProps } from './form-section.ts';
import { requestOf, type TesterForm, takesBody } from './tester-form.ts';

interface BodyFieldProps extends FormSectionProps {
  bases: VendorBases;
}

/** The default body if the field is empty. */
function builtBody(form: TesterForm, bases: VendorBases): string | undefined {
  // The key is never part of the body, so any value works.
  const auth = { type: 'none', key: 'key' } as const;
  const resolved = resolveOperation({ ...requestOf({ ...form, body: '', headers: [] }), auth }, bases);
  return resolved.ok ? resolved.body : undefined;
}

export function BodyField({ form, change, errorFor, onBlur, bases }: BodyFieldProps) {
  if (!takesBody(form)) return null;
  return (
    <Field
      label="JSON request body"
      optional
      error={errorFor('body')}
      help={
        !form.customUrl &&
        'Leave empty to send the parameters above as the body. Anything you enter here replaces them.'
      }
    >
      <Textarea
        mono
        rows={form.customUrl ? 5 : 3}
        spellCheck={false}
        autoComplete="off"
        placeholder={(!form.customUrl && builtBody(form, bases)) || '{ "name": "value" }'}
        value={form.body}
        onChange={(event) => change({ body: event.target.value })}
        onBlur={(event) => onBlur('body', event)}
      />
    </Field>
  );
}
