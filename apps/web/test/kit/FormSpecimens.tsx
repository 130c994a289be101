import { type ComponentProps, useState } from 'react';
import { Button } from '../../src/ui/button/Button.tsx';
import { Checkbox } from '../../src/ui/form/Checkbox.tsx';
import { Dropzone } from '../../src/ui/form/Dropzone.tsx';
import { Field } from '../../src/ui/form/Field.tsx';
import { Input } from '../../src/ui/form/Input.tsx';
import { SearchSelect } from '../../src/ui/form/SearchSelect.tsx';
import { SecretInput } from '../../src/ui/form/SecretInput.tsx';
import { Select } from '../../src/ui/form/Select.tsx';
import { Switch } from '../../src/ui/form/Switch.tsx';
import { Textarea } from '../../src/ui/form/Textarea.tsx';
import { Badge } from '../../src/ui/text/Badge.tsx';
import { Specimen, SpecimenGroup } from './Specimen.tsx';

const options = [
  { value: 'auto', label: 'Detect by itself' },
  { value: 'first', label: 'First choice' },
  { value: 'second', label: 'Second choice', hint: 'needs a key' },
  { value: 'long', label: 'A choice with a name that is longer than the control is wide on a small screen' },
];

const photo = {
  label: 'Choose a photo',
  hint: 'JPEG, PNG or WebP, up to 10 MB',
  accept: { 'image/jpeg': ['.jpg'] },
  rejectionMessages: {},
  error: null,
  onFile: () => {},
};

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
          <SelectSpecimen label="Maker" optional />
          <SelectSpecimen label="Maker, chosen" error="Choose one that is available." initial="long" />
          <SelectSpecimen label="Manufacturer, disabled" disabled />
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
          <Switch label="Fill blank fields" description="Values are never overwritten." defaultChecked />
          <Switch label="Send a mail when done" />
          <Switch label="Cannot be changed, on" disabled defaultChecked />
          <Switch label="Cannot be changed, off" disabled />
          <Switch label="At the end of the row" description="As in settings." atEnd defaultChecked />
        </div>
      </Specimen>
      <Specimen title="Dropzone, with an error, with other ways">
        <div className="flex flex-col gap-4">
          <Dropzone {...photo} />
          <Dropzone {...photo} error="The file could not be read. Choose it again." />
          <Dropzone {...photo} prompt="Drop it here, or paste it" extraActions={<Button>Take one</Button>} />
        </div>
      </Specimen>
    </SpecimenGroup>
  );
}

function Checkboxes() {
  const [checked, setChecked] = useState(true);
  return (
    <div className="flex flex-col gap-3">
      <Checkbox
        label="Remember this mapping"
        description="For files with the same columns."
        checked={checked}
        onCheckedChange={setChecked}
      />
      {[true, false].map((on) => (
        <Checkbox
          key={`${on}`}
          label={`Cannot be changed, ${on}`}
          disabled
          checked={on}
          onCheckedChange={setChecked}
        />
      ))}
    </div>
  );
}

interface SelectSpecimenProps extends Omit<ComponentProps<typeof Field>, 'children'> {
  initial?: string;
}

function SelectSpecimen({ initial = '', ...field }: SelectSpecimenProps) {
  const [value, setValue] = useState(initial);
  return (
    <Field {...field}>
      <Select options={options} value={value} onValueChange={setValue} placeholder="Detect from the serial" />
    </Field>
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
