import { useNavigate } from '@tanstack/react-router';
import { Field } from '../../ui/form/Field.tsx';
import { SearchSelect } from '../../ui/form/SearchSelect.tsx';
import { EndpointName } from './EndpointName.tsx';
import { toEntry } from './EntryLink.tsx';
import type { ReferenceNavProps } from './ReferenceNav.tsx';

/** The endpoints as a dropdown, where there is no room next to the content. */
export function ReferencePicker({ guideTitle, groups, current }: ReferenceNavProps) {
  const navigate = useNavigate();
  const entries = groups.flatMap((group) =>
    group.entries.map((entry) => ({
      value: entry.anchor,
      text: `${entry.method} ${entry.path} ${entry.operation.summary} ${group.name}`,
      content: (
        <>
          <span className="block wrap-anywhere font-mono text-sm">
            <EndpointName {...entry} />
          </span>
          <span className="mt-0.5 block text-ink-2 text-sm">{entry.operation.summary}</span>
        </>
      ),
      shown: (
        <span className="block truncate font-mono text-sm">
          {entry.method} {entry.path}
        </span>
      ),
    })),
  );
  return (
    <Field label="Endpoint" hideLabel>
      <SearchSelect
        options={[{ value: overview, text: guideTitle, content: guideTitle }, ...entries]}
        value={current || overview}
        onValueChange={(value) => navigate(toEntry(value === overview ? '' : value))}
        placeholder="Select an endpoint"
        searchLabel="Search endpoints"
        nothing="No endpoint matches."
      />
    </Field>
  );
}

/** A list cannot have an empty value. */
const overview = 'overview';
