import type { JsonMapping } from '@warranty/contracts/json-mapping';
import { type FormEvent, useEffect, useRef } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { MappingFields } from './MappingFields.tsx';
import { useMappingForm } from './use-mapping-form.ts';

interface EditMappingProps {
  mapping: JsonMapping;
  proposals: readonly JsonMapping[];
  onSave: (mapping: JsonMapping) => void;
  onCancel: () => void;
}

/** Replaces the row during editing. Selects the alias first because it is edited most often. */
export function EditMapping({ mapping, proposals, onSave, onCancel }: EditMappingProps) {
  const pathInput = useRef<HTMLInputElement>(null);
  const form = useMappingForm(mapping, pathInput);
  const { aliasInput } = form;
  useEffect(() => aliasInput.current?.select(), [aliasInput]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const changed = form.check();
    if (changed) onSave(changed);
  };
  return (
    <form
      noValidate
      onSubmit={submit}
      onKeyDown={(event) => {
        // An open mode list is rendered in a portal and also closes on Escape.
        const isHere = event.currentTarget.contains(event.target as Node);
        if (event.key === 'Escape' && isHere) onCancel();
      }}
      aria-label={`Edit ${mapping.alias}`}
      className="bg-sunken p-3"
    >
      <MappingFields form={form} proposals={proposals} pathRef={pathInput} />
      <div className="mt-3 flex flex-wrap gap-2">
        <Button type="submit" variant="primary" size="sm">
          Save
        </Button>
        <Button size="sm" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
