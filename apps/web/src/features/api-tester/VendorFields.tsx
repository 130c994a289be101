import { testerVendors } from '@warranty/contracts/vendors';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { Select } from '../../ui/form/Select.tsx';
import type { FormSectionProps } from './form-section.ts';
import { ParameterField } from './ParameterField.tsx';
import { selectedOperation, withOperation, withVendor } from './tester-form.ts';

const vendorOptions = testerVendors.map(({ id, name }) => ({ value: id, label: name }));

export function VendorFields(part: FormSectionProps) {
  const { form, change } = part;
  const { vendor, operation } = selectedOperation(form);
  const operations = vendor?.tester.operations.map(({ id, name, method }) => ({
    value: id,
    label: name,
    hint: method,
  }));
  return (
    <div className="space-y-4">
      <div className="grid gap-4 @md:grid-cols-2">
        <Field label="Vendor" required>
          <Select
            options={vendorOptions}
            value={form.vendor}
            placeholder="Select a vendor"
            onValueChange={(id) => change(withVendor(form, id))}
          />
        </Field>
        <Field label="Operation" required disabled={!vendor} help={operation?.summary}>
          <Select
            options={operations ?? []}
            value={form.operation}
            placeholder={vendor ? 'Select an operation' : 'Select a vendor first'}
            onValueChange={(id) => change(withOperation(form, id))}
          />
        </Field>
      </div>
      {vendor?.tester.tip && <Alert title={`${vendor.name} tip`}>{vendor.tester.tip}</Alert>}
      {operation && (
        <>
          <Group title="Required" isRequired {...part} />
          <Group title="Optional" isRequired={false} {...part} />
          {operation.parameters.length === 0 && (
            <p className="text-ink-2">This operation takes no parameters.</p>
          )}
        </>
      )}
    </div>
  );
}

interface GroupProps extends FormSectionProps {
  title: string;
  isRequired: boolean;
}

function Group({ title, isRequired, ...part }: GroupProps) {
  const { operation } = selectedOperation(part.form);
  const parameters = operation?.parameters.filter(({ required }) => required === isRequired);
  if (!parameters?.length) return null;
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-medium text-ink-2 text-sm">{title}</legend>
      <div className="grid gap-4 @md:grid-cols-2">
        {parameters.map((parameter) => (
          <ParameterField key={parameter.name} parameter={parameter} {...part} />
        ))}
      </div>
    </fieldset>
  );
}
