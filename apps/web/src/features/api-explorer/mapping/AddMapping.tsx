import type { JsonMapping } from '@warranty/contracts/json-mapping';
import { Plus } from 'lucide-react';
import { type FormEvent, type RefObject, useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { MappingFields } from './MappingFields.tsx';
import { useMappingForm } from './use-mapping-form.ts';

interface AddMappingProps {
  proposals: readonly JsonMapping[];
  onAdd: (mapping: JsonMapping) => void;
  ref: RefObject<HTMLInputElement | null>;
}

export function AddMapping({ proposals, onAdd, ref }: AddMappingProps) {
  const form = useMappingForm(null, ref);
  const [added, setAdded] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const mapping = form.check();
    if (!mapping) return setAdded('');
    onAdd(mapping);
    setAdded(`${mapping.alias} added`);
    form.clear();
  };
  return (
    <form noValidate onSubmit={submit} aria-labelledby="add-mapping" className="border-line border-t pt-5">
      <h3 id="add-mapping" className="font-semibold">
        Add a mapping
      </h3>
      <MappingFields form={form} proposals={proposals} pathRef={ref} className="mt-3" />
      <Button type="submit" icon={<Plus aria-hidden size={16} />} className="mt-4">
        Add Mapping
      </Button>
      <span role="status" className="sr-only">
        {added}
      </span>
    </form>
  );
}
