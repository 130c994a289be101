import type { JsonMapping } from '@warranty/contracts/json-mapping';
import { columnNames } from '@warranty/domain/json-mapping/plan';
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react';
import { Button } from '../../../ui/button/Button.tsx';
import { MappingFields } from './MappingFields.tsx';
import { MappingRow } from './MappingRow.tsx';
import { mappingNotes } from './mapping-notes.ts';
import { useMappingForm } from './use-mapping-form.ts';

interface MappingListProps {
  data: unknown;
  mappings: readonly JsonMapping[];
  proposals: readonly JsonMapping[];
  onChange: (mappings: JsonMapping[]) => void;
  onRemoved: (mapping: JsonMapping) => void;
  /** Called when the last mapping was removed, which also loses the focus. */
  onEmpty: () => void;
}

export function MappingList(props: MappingListProps) {
  const { data, mappings, proposals, onChange, onRemoved, onEmpty } = props;
  const [edited, setEdited] = useState<JsonMapping | null>(null);
  const notes = useMemo(() => mappingNotes(data, mappings), [data, mappings]);
  const { list, focusNext } = useRowFocus();
  const keys = columnNames(mappings);

  const remove = (at: number, mapping: JsonMapping) => {
    setEdited(null);
    onChange(mappings.filter((_, other) => other !== at));
    onRemoved(mapping);
    if (mappings.length === 1) onEmpty();
    else focusNext('Remove', Math.min(at, mappings.length - 2));
  };
  const close = (at: number) => {
    setEdited(null);
    focusNext('Edit', at);
  };
  const save = (at: number, mapping: JsonMapping) => {
    onChange(mappings.map((other, place) => (place === at ? mapping : other)));
    close(at);
  };
  return (
    <ul
      ref={list}
      aria-labelledby="field-mappings"
      className="divide-y divide-line rounded-control border border-line"
    >
      {mappings.map((mapping, index) => (
        <li key={keys[index]}>
          {edited === mapping ? (
            <EditMapping
              {...{ mapping, proposals }}
              onSave={(changed) => save(index, changed)}
              onCancel={() => close(index)}
            />
          ) : (
            <MappingRow
              mapping={mapping}
              note={notes[index] ?? null}
              onEdit={() => setEdited(mapping)}
              onRemove={() => remove(index, mapping)}
            />
          )}
        </li>
      ))}
    </ul>
  );
}

/** A row that is removed or rerendered loses the focus, so the same button of the row now in its position receives it. */
function useRowFocus() {
  const list = useRef<HTMLUListElement>(null);
  const [wanted, setWanted] = useState<{ action: string; at: number } | null>(null);
  useEffect(() => {
    if (!wanted) return;
    const row = list.current?.children[wanted.at];
    row?.querySelector<HTMLElement>(`[data-action="${wanted.action}"]`)?.focus();
  }, [wanted]);
  return { list, focusNext: (action: 'Edit' | 'Remove', at: number) => setWanted({ action, at }) };
}

interface EditMappingProps {
  mapping: JsonMapping;
  proposals: readonly JsonMapping[];
  onSave: (mapping: JsonMapping) => void;
  onCancel: () => void;
}

/** Replaces the row during editing. Selects the alias first because it is edited most often. */
function EditMapping({ mapping, proposals, onSave, onCancel }: EditMappingProps) {
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
