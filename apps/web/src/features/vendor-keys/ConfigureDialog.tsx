import { vendorsWithKeys } from '@warranty/contracts/vendors';
import { keyLabel } from '@warranty/contracts/vendors/vendor';
import { PlugZap } from 'lucide-react';
import { type FormEvent, useId } from 'react';
import { Button } from '../../ui/button/Button.tsx';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { Input } from '../../ui/form/Input.tsx';
import { Select } from '../../ui/form/Select.tsx';
import { Dialog, DialogClose } from '../../ui/overlay/Dialog.tsx';
import { KeyFields } from './KeyFields.tsx';
import { neededKeys } from './key-values.ts';
import { type ConfigureDialogProps, type ConfigureForm, useConfigureForm } from './use-configure-form.ts';

const vendorOptions = vendorsWithKeys.map(({ id, name }) => ({ value: id, label: name }));

/** Mounted only while it is open, so that entered values are discarded when it closes. */
export function ConfigureDialog(props: ConfigureDialogProps) {
  const form = useConfigureForm(props);
  const formId = useId();
  const isStored = form.isStored(form.keyType);
  const busy = form.isSaving || form.isTesting;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !form.isSaving && props.onClose()}
      initialFocus={form.input}
      title={isStored ? 'Update API key' : 'Configure API key'}
      description={
        isStored
          ? 'The new value replaces the stored one.'
          : 'The key is stored encrypted. Only a masked value is shown afterwards.'
      }
      footer={
        <>
          <Button
            icon={PlugZap}
            busy={form.isTesting}
            disabled={form.isSaving || form.hasProblem}
            onClick={form.test}
            className="max-sm:flex-[1_0_100%]! sm:mr-auto"
          >
            Test Connection
          </Button>
          <DialogClose>
            <Button disabled={form.isSaving}>Cancel</Button>
          </DialogClose>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            busy={form.isSaving}
            disabled={form.isTesting || form.hasProblem}
          >
            Save
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          if (!busy && !form.hasProblem) form.save();
        }}
        className="space-y-4"
      >
        <Fields form={form} />
        <Outcome {...form} />
      </form>
    </Dialog>
  );
}

function Fields({ form }: { form: ConfigureForm }) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Vendor" required>
          <Select options={vendorOptions} value={form.vendor} onValueChange={form.chooseVendor} />
        </Field>
        <Field label="Key type" required>
          <Select
            options={neededKeys(form.vendor).map((type) => ({ value: type, label: keyLabel(type) }))}
            value={form.keyType}
            onValueChange={form.chooseKeyType}
          />
        </Field>
      </div>
      <KeyFields form={form} />
      <Field label="Description" optional>
        <Input
          value={form.description}
          onChange={(event) => form.describe(event.target.value)}
          placeholder="e.g. Leeds office account"
          maxLength={500}
          autoComplete="off"
        />
      </Field>
    </>
  );
}

function Outcome({ saveError, testResult }: ConfigureForm) {
  if (saveError) return <Alert tone="danger" title={saveError} live="alert" />;
  if (!testResult) return null;
  if (!testResult.passed) return <Alert tone="danger" title={testResult.text} live="status" />;
  return (
    <Alert tone="success" title={testResult.text} live="status">
      Tested but not saved. Save the key to use it for lookups.
    </Alert>
  );
}
