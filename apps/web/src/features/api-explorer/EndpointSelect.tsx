import type { CatalogEndpoint } from '@warranty/contracts/api-explorer';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { Field } from '../../ui/form/Field.tsx';
import { SearchSelect } from '../../ui/form/SearchSelect.tsx';
import { Badge } from '../../ui/text/Badge.tsx';

interface EndpointSelectProps {
  endpoints: readonly CatalogEndpoint[];
  chosen: CatalogEndpoint | null;
  onChoose: (endpoint: CatalogEndpoint) => void;
  ref: Ref<HTMLButtonElement>;
}

export function EndpointSelect({ endpoints, chosen, onChoose, ref }: EndpointSelectProps) {
  return (
    <Field label="Endpoint">
      <SearchSelect
        ref={ref}
        options={endpoints.map((endpoint) => ({
          value: endpoint.path,
          text: `${endpoint.method} ${endpoint.path} ${endpoint.summary} ${endpoint.sensitive ? 'sensitive' : ''}`,
          content: <Choice endpoint={endpoint} />,
          shown: <Entry endpoint={endpoint} />,
        }))}
        value={chosen?.path ?? null}
        onValueChange={(path) => {
          const endpoint = endpoints.find((each) => each.path === path);
          if (endpoint) onChoose(endpoint);
        }}
        placeholder="Select an endpoint"
        searchLabel="Search endpoints"
        nothing="No matching endpoints."
      />
    </Field>
  );
}

/** Shows the summary, which the search also matches. */
function Choice({ endpoint }: { endpoint: CatalogEndpoint }) {
  return (
    <>
      <Entry endpoint={endpoint} badge={endpoint.sensitive && <SensitiveBadge />} />
      <span className="mt-0.5 block text-ink-2 text-sm">{endpoint.summary}</span>
    </>
  );
}

function Entry({ endpoint: { method, path }, badge }: { endpoint: CatalogEndpoint; badge?: ReactNode }) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <span className="shrink-0">
        <Badge tone="accent">{method}</Badge>
      </span>
      <span className="min-w-0 flex-1 wrap-anywhere font-mono text-sm">{path}</span>
      {badge}
    </span>
  );
}

export function SensitiveBadge() {
  return (
    <span className="shrink-0">
      <Badge tone="expiring" icon={TriangleAlert}>
        sensitive
      </Badge>
    </span>
  );
}
