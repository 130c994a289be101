import { suggestionsOnRequest } from '@warranty/contracts/json-mapping';
import { suggestMappings } from '@warranty/domain/json-mapping/suggest';
import { Columns3, Sparkles } from 'lucide-react';
import { useMemo, useRef } from 'react';
import { formatCount } from '../../../lib/format-number.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card, CardBody, CardDescription, CardHeader, CardTitle } from '../../../ui/Card.tsx';
import { AddMapping } from './AddMapping.tsx';
import { MappingList } from './MappingList.tsx';
import type { MappingProps } from './mapping-props.ts';

/** Limits the list to a size that a user can reasonably browse. */
const proposed = { depth: 5, max: 200 };

/** Selects which fields of the response become columns, and names the columns. */
export function MappingsCard({ data, mappings, onChange }: MappingProps) {
  const proposals = useMemo(() => suggestMappings(data, proposed), [data]);
  const pathInput = useRef<HTMLInputElement>(null);
  return (
    <Card as="section" aria-labelledby="field-mappings">
      <CardHeader action={mappings.length > 0 && <Badge>{formatCount(mappings.length, 'column')}</Badge>}>
        <CardTitle>
          <span id="field-mappings">Field Mappings</span>
        </CardTitle>
        <CardDescription>Each mapping becomes a column of the CSV file.</CardDescription>
      </CardHeader>
      <CardBody className="space-y-5">
        {mappings.length > 0 ? (
          <MappingList
            {...{ data, mappings, proposals, onChange }}
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

/** Compact, because the empty states of the response above and the preview below explain the same in detail. */
function NoMappings({ hasProposals, onSuggest }: { hasProposals: boolean; onSuggest: () => void }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-control border border-line border-dashed px-4 py-3">
      <Columns3 aria-hidden size={20} className="shrink-0 text-ink-3" />
      <div className="min-w-0 flex-[1_1_14rem]">
        <h3 className="font-medium">No field mappings yet</h3>
        <p className="text-ink-2">
          {hasProposals
            ? 'Add one below, or start with suggestions from the response.'
            : 'Suggestions appear after you fetch data. You can also add your own below.'}
        </p>
      </div>
      {hasProposals && (
        <Button icon={<Sparkles aria-hidden size={16} />} onClick={onSuggest}>
          Suggest mappings
        </Button>
      )}
    </div>
  );
}
