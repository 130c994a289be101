import type { OperationParameter } from '@warranty/contracts/vendors/vendor';
import { refusingPattern } from '@warranty/domain/vendor-operations/parameters';
import { Field } from '../../ui/form/Field.tsx';
import { OptionalSelect } from '../../ui/form/OptionalSelect.tsx';
import { Select } from '../../ui/form/Select.tsx';
import { Switch } from '../../ui/form/Switch.tsx';
import type { FormSectionProps } from './form-section.ts';
import { PlainInput } from './PlainInput.tsx';

interface ParameterFieldProps extends FormSectionProps {
  parameter: OperationParameter;
}

export function ParameterField({ parameter, form, change, errorFor, onBlur }: ParameterFieldProps) {
  const { name, type, enum: allowed, description, example, required } = parameter;
  const path = `parameters.${name}`;
  const value = form.parameters[name] ?? '';
  const message = errorFor(path);
  const set = (text: string) => change({ parameters: { ...form.parameters, [name]: text } });
  if (type === 'boolean') {
    return (
      <Switch
        label={name}
        description={description}
        checked={(value || parameter.default) === 'true'}
        onCheckedChange={(checked) => set(String(checked))}
      />
    );
  }
  return (
    <Field
      label={name}
      required={required}
      error={message && <Refusal message={message} pattern={refusingPattern(parameter, form.parameters)} />}
      help={
        <>
          {description} Example: <code className="wrap-anywhere">{example}</code>
        </>
      }
    >
      {allowed ? (
        <EnumSelect parameter={parameter} allowed={allowed} value={value} onChange={set} />
      ) : (
        <PlainInput
          autoCapitalize={parameter.transform === 'upper' ? 'characters' : 'off'}
          // Not a number input: it hides invalid text from us.
          inputMode={type === 'number' ? 'decimal' : 'text'}
          maxLength={2000}
          placeholder={example}
          value={value}
          onChange={({ target }) => {
            if (parameter.transform === 'upper') writeUpperCase(target);
            set(target.value);
          }}
          onBlur={(event) => onBlur(path, event)}
        />
      )}
    </Field>
  );
}

/** Changes the input directly before the rerender: a different value from React would move the caret to the end. */
function writeUpperCase(input: HTMLInputElement): void {
  const { selectionStart, selectionEnd } = input;
  input.value = input.value.toUpperCase();
  input.setSelectionRange(selectionStart, selectionEnd);
}

interface RefusalProps {
  message: string;
  pattern: string | null;
}

/** Why a value is invalid, and the required pattern if it does not match. */
export function Refusal({ message, pattern }: RefusalProps) {
  return (
    <>
      <span>{message}</span>
      {pattern && <code className="wrap-anywhere block">{pattern}</code>}
    </>
  );
}

interface EnumSelectProps {
  parameter: OperationParameter;
  allowed: readonly string[];
  value: string;
  onChange: (value: string) => void;
}

function EnumSelect({ parameter, allowed, value, onChange }: EnumSelectProps) {
  const options = allowed.map((each) => ({
    value: each,
    label: each,
    ...(each === parameter.default && { hint: 'Default' }),
  }));
  return parameter.default === null ? (
    <OptionalSelect options={options} value={value} onValueChange={onChange} />
  ) : (
    <Select options={options} value={value || parameter.default} onValueChange={onChange} />
  );
}
