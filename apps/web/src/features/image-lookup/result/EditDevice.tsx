import { vendors } from '@warranty/contracts/vendors';
import type { ScannedDevice } from '@warranty/domain/label/scanned-device';
import { useState } from 'react';
import { Field } from '../../../ui/form/Field.tsx';
import { Input } from '../../../ui/form/Input.tsx';
import { OptionalSelect } from '../../../ui/form/OptionalSelect.tsx';
import { FormDialog } from '../../../ui/overlay/FormDialog.tsx';

/** A label can name a manufacturer without a lookup. */
function optionsWith(manufacturer: string) {
  const names = vendors.map(({ name }): string => name);
  const all = manufacturer === '' || names.includes(manufacturer) ? names : [...names, manufacturer];
  return all.map((name) => ({ value: name, label: name }));
}

interface EditDeviceProps {
  device: ScannedDevice;
  onChange: (device: ScannedDevice) => void;
  onClose: () => void;
}

/** Manufacturer and model of one device in the list. Mounted only while open. */
export function EditDevice({ device, onChange, onClose }: EditDeviceProps) {
  const [manufacturer, setManufacturer] = useState(device.manufacturer);
  const [model, setModel] = useState(device.model);
  const submit = () => {
    onChange({ ...device, manufacturer, model: model.trim() });
    onClose();
  };
  return (
    <FormDialog
      title={`Edit ${device.serial}`}
      description="The manufacturer decides which vendor looks up the device."
      submitLabel="Save"
      busy={false}
      onSubmit={submit}
      onOpenChange={onClose}
    >
      <Field label="Manufacturer" optional>
        <OptionalSelect
          none="Auto-detect from model and serial number"
          options={optionsWith(device.manufacturer)}
          value={manufacturer}
          onValueChange={setManufacturer}
        />
      </Field>
      <Field label="Model" optional>
        <Input
          value={model}
          onChange={({ target }) => setModel(target.value)}
          placeholder="e.g. ThinkPad T14"
          maxLength={100}
          autoComplete="off"
        />
      </Field>
    </FormDialog>
  );
}
