import { type JsonMapping, suggestionsOnRequest } from '@warranty/contracts/json-mapping';
import { suggestMappings } from '@warranty/domain/json-mapping/suggest';
import { Columns3, Plus, Sparkles } from 'lucide-react';
import { type FormEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { formatCount } from '../../../lib/format/format-number.ts';
import { restoreRemoved } from '../../../lib/storage/restore-removed.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { toastWithUndo } from '../../../ui/feedback/undo-toast.ts';
import { Card, CardBody, CardDescription, CardHeader, CardTitle } from '../../../ui/layout/Card.tsx';
import { Badge } from '../../../ui/text/Badge.tsx';
import { EmptyLine } from '../EmptyLine.tsx';
import { MappingFields } from './MappingFields.tsx';
import { MappingList } from './MappingList.tsx';
import { useMappingForm } from './use-mapping-form.ts';

/** The response and its mappings; the screen owns both. */
export interface MappingProps {
  /** undefined until the first response. */
  data: unknown;
  mappings: readonly JsonMapping[];
  onChange: (mappings: JsonMapping[]) => void;
}

/** Limits the list to a size that a user can reasonably browse. */
const proposed = { depth: 5, max: 200 };

/** Selects which fields of the response become columns, and names the columns. */
export function MappingsCard({ data, mappings, onChange }: MappingProps) {
  const proposals = useMemo(() => suggestMappings(data, proposed), [data]);
  const pathInput = useRef<HTMLInputElement>(null);
  const onRemoved = useUndo({ data, mappings, onChange });
  return (
    <Card as="section" aria-labelledby="field-mappings">
      <CardHeader action={mappings.length > 0 && <Badge>{formatCount(mappings.length, 'column')}</Badge>}>
        <CardTitle id="field-mappings">Field Mappings</CardTitle>
        <CardDescription>Each mapping becomes a column of the CSV file.</CardDescription>
      </CardHeader>
      <CardBody className="space-y-5">
        {mappings.length > 0 ? (
          <MappingList
            {...{ data, mappings, proposals, onChange, onRemoved }}
            onEmpty={() => pathInput.current?.focus()}
          />
        ) : (
          <NoMappings
            hasProposals={proposals.length > 0}
            onSuggest={() => {
              onChange(suggestMappings(data, suggestionsOnRequest));
              pathInput.current?.focus();
            }}
          />
        )}
        <AddMapping
          ref={pathInput}
          proposals={proposals}
          onAdd={(mapping) => onChange([...mappings, mapping])}
        />
      </CardBody>
    </Card>
  );
}

/** Offers to undo the removal of a mapping, as long as the response that it belongs to is shown. */
function useUndo({ data, mappings, onChange }: MappingProps) {
  const latest = useRef({ mappings, onChange });
  latest.current = { mappings, onChange };
  const endOffer = useRef<() => void>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: ends with the response
  useEffect(() => () => endOffer.current?.(), [data]);
  return (removed: JsonMapping) => {
    const undo = () => {
      const { mappings: now, onChange: change } = latest.current;
      const isRemoved = (mapping: JsonMapping) => mapping === removed;
      change(restoreRemoved({ before: mappings, now, isRemoved, idOf: (one) => one, newest: 'last' }));
    };
    endOffer.current = toastWithUndo({ title: `Column ${removed.alias} removed`, undo });
  };
}

function NoMappings({ hasProposals, onSuggest }: { hasProposals: boolean; onSuggest: () => void }) {
  return (
    <EmptyLine
      icon={Columns3}
      title="No field mappings yet"
      action={
        hasProposals && (
          <Button icon={Sparkles} onClick={onSuggest}>
            Suggest mappings
          </Button>
        )
      }
    >
      {hasProposals
        ? 'Add one below, or start with suggestions from the response.'
        : 'Suggestions appear after you fetch data. You can also add your own below.'}
    </EmptyLine>
  );
}

interface AddMappingProps {
  proposals: readonly JsonMapping[];
  onAdd: (mapping: JsonMapping) => void;
  ref: RefObject<HTMLInputElement | null>;
}

function AddMapping({ proposals, onAdd, ref }: AddMappingProps) {
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
      <Button type="submit" icon={Plus} className="mt-4">
        Add Mapping
      </Button>
      <span role="status" className="sr-only">
        {added}
      </span>
    </form>
  );
}
