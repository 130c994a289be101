import { Braces } from 'lucide-react';
import { CopyButton } from '../../ui/button/CopyButton.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { JsonView } from '../../ui/json-view/JsonView.tsx';
import { Card, CardBody, CardHeader, CardTitle } from '../../ui/layout/Card.tsx';
import { Badge } from '../../ui/text/Badge.tsx';
import type { ShownResponse, Source } from './explorer-state.ts';

interface ResponseCardProps {
  source: Source;
  response: ShownResponse | null;
}

const nothingYet: Record<Source, string> = {
  internal: 'Select an endpoint and fetch its data. The response appears here.',
  external: 'Test an API. Its response appears here.',
};

export function ResponseCard({ source, response }: ResponseCardProps) {
  return (
    <Card as="section" aria-labelledby="response">
      <CardHeader action={<SourceBadge source={source} />}>
        <CardTitle id="response">Raw JSON Response</CardTitle>
        {response && <Facts facts={response.facts} />}
      </CardHeader>
      <CardBody>
        {response ? (
          <div className="space-y-3">
            <JsonView label="response" value={response.data} className="h-96" />
            {response.curl && (
              <div className="flex">
                <CopyButton size="sm" text={response.curl} label="Copy as cURL" />
              </div>
            )}
          </div>
        ) : (
          <EmptyState level={3} icon={Braces} title="No response yet">
            {nothingYet[source]}
          </EmptyState>
        )}
      </CardBody>
    </Card>
  );
}

function SourceBadge({ source }: { source: Source }) {
  return source === 'internal' ? <Badge tone="accent">Internal</Badge> : <Badge>External</Badge>;
}

function Facts({ facts }: { facts: readonly string[] }) {
  const [first, ...rest] = facts;
  return (
    <p className="mt-1 flex flex-wrap gap-x-3 text-ink-2 text-sm">
      {first && <span className="min-w-0 wrap-anywhere font-mono">{first}</span>}
      {rest.map((fact) => (
        <span key={fact} className="tabular-nums">
          {fact}
        </span>
      ))}
    </p>
  );
}
