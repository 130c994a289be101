import { useState } from 'react';
import { Button } from '../../ui/button/Button.tsx';
import { Checkbox } from '../../ui/form/Checkbox.tsx';
import { Dropzone } from '../../ui/form/Dropzone.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { Input } from '../../ui/form/Input.tsx';
import { SearchSelect } from '../../ui/form/SearchSelect.tsx';
import { SecretInput } from '../../ui/form/SecretInput.tsx';
import { Select } from '../../ui/form/Select.tsx';
import { Switch } from '../../ui/form/Switch.tsx';
import { Textarea } from '../../ui/form/Textarea.tsx';
import { Badge } from '../../ui/text/Badge.tsx';
import { Specimen, SpecimenGroup } from './Specimen.tsx';

const options = [
  { value: 'auto', label: 'Detect by itself' },
  { value: 'first', label: 'First choice' },
  { value: 'second', label: 'Second choice', hint: 'needs a key' },
  { value: 'third', label: 'Third choice', hint: 'unavailable', disabled: true, struck: true },
  { value: 'long', label: 'A choice with a name that is longer than the control is wide on a small screen' },
];

const photo = { label: 'Choose a photo', hint: 'JPEG, PNG or WebP, up to 10 MB', onFile: () => {} };

export function FormSpecimens() {
  return (
    <SpecimenGroup title="Form controls">
      <Specimen title="Text">
        <div className="flex flex-col gap-4">
          <Field label="Serial" help="7 characters, as printed on the label." required>
            <Input placeholder="For example ABC1234" mono />
          </Field>
          <Field label="Serial" error="This serial has 6 characters; 7 are needed.">
            <Input defaultValue="ABC120" mono />
          </Field>
          <Field label="Room" optional>
            <Input placeholder="Building and number" />
          </Field>
          <Field label="Not now" help="The list is being read." disabled>
            <Input defaultValue="Read only for the moment" />
          </Field>
        </div>
      </Specimen>
      <Specimen title="Select, secret, several lines">
        <div className="flex flex-col gap-4">
          <Field label="Maker" optional>
            <Select options={options} placeholder="Detect from the serial" />
          </Field>
          <Field label="Maker, chosen" error="Choose one that is available.">
            <Select options={options} defaultValue="long" />
          </Field>
          <Field label="Manufacturer, disabled" disabled>
            <Select options={options} placeholder="No choice yet" />
          </Field>
          <Searchable />
          <Field label="Client secret" help="Stored encrypted. It is not shown again.">
            <SecretInput noun="client secret" defaultValue="s3cr3t-O0O0" />
          </Field>
          <Field label="Notes">
            <Textarea placeholder="One line per note" rows={3} />
          </Field>
        </div>
      </Specimen>
      <Specimen title="Checkbox">
        <Checkboxes />
      </Specimen>
      <Specimen title="Switch">
        <div className="flex flex-col gap-3">
          <Switch
            label="Fill blank fields"
            description="Existing values are never overwritten."
            defaultChecked
          />
          <Switch label="Send a mail when done" />
          <Switch label="Cannot be changed, on" disabled defaultChecked />
          <Switch label="Cannot be changed, off" disabled />
          <Switch
            label="At the end of the row"
            description="As in a list of settings."
            atEnd
            defaultChecked
          />
        </div>
      </Specimen>
      <Specimen title="Dropzone">
        <FileSpecimen />
      </Specimen>
      <Specimen title="Dropzone: error, busy, disabled, with other ways">
        <div className="flex flex-col gap-4">
          <Dropzone {...photo} error="The file could not be read. Choose it again." />
          <Dropzone {...photo} busy />
          <Dropzone {...photo} disabled />
          <Dropzone {...photo} prompt="Drop it here, or paste it" extraActions={<Button>Take one</Button>} />
        </div>
      </Specimen>
    </SpecimenGroup>
  );
}

function Checkboxes() {
  const [checked, setChecked] = useState<boolean | 'indeterminate'>('indeterminate');
  return (
    <div className="flex flex-col gap-3">
      <Checkbox label="Some rows" checked={checked} onCheckedChange={setChecked} />
      <Checkbox label="Remember this mapping" description="For files with the same columns." defaultChecked />
      <Checkbox label="Off" />
      <Checkbox label="Cannot be changed, on" disabled defaultChecked />
      <Checkbox label="Cannot be changed, off" disabled />
    </div>
  );
}

function FileSpecimen() {
  const [file, setFile] = useState<{ name: string; size: number } | null>({
    name: 'inventory-of-the-whole-company-with-a-very-long-name-2026-11-14.csv',
    size: 1_834_212,
  });
  return (
    <Dropzone
      label="Choose a CSV file"
      hint="CSV, up to 200 MB and 1,000,000 rows"
      accept={{ 'text/csv': ['.csv'] }}
      maxSize={200 * 1024 * 1024}
      file={file}
      onFile={setFile}
      onClear={() => setFile(null)}
    />
  );
}

function Searchable() {
  const [value, setValue] = useState<string | null>(null);
  return (
    <Field label="One of many" badge={<Badge>Required</Badge>} required>
      <SearchSelect
        options={options.map(({ value: each, label }) => ({ value: each, text: label, content: label }))}
        value={value}
        onValueChange={setValue}
        placeholder="Select one"
        searchLabel="Search choices"
        nothing="No matches."
      />
    </Field>
  );
}
