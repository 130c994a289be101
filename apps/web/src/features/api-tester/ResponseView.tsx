import { CircleAlert, CircleCheck, Server, Sparkles } from 'lucide-react';
import { useMemo } from 'react';
import { Alert } from '../../ui/Alert.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Details } from '../../ui/Details.tsx';
import { ScrollArea } from '../../ui/ScrollArea.tsx';
import { hasPassed, noTokenMessage, notCalledMessage, type Outcome } from './outcome.ts';
import { dataText, isSuccess, statusLine } from './test-response.ts';

interface ResponseViewProps {
  outcome: Extract<Outcome, { kind: 'response' }>;
  onSuggestMappings: (data: unknown, sourceName: string) => void;
}

/** Longer text is truncated on screen because it scrolls poorly; copying includes all of it. */
const maxShownChars = 200_000;

export function ResponseView({ outcome, onSuggestMappings }: ResponseViewProps) {
  const { response, step, relayed, sourceName } = outcome;
  const { config, headers, data } = response;
  const isWithheld = relayed && step === 'token' && data === null;
  // Do not format large responses again on every keystroke in the form.
  const text = useMemo(() => dataText(data), [data]);
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-center gap-2">
        <StatusBadge outcome={outcome} />
        {relayed && <Badge icon={<Server aria-hidden size={14} />}>Sent through the server</Badge>}
        <div className="ml-auto flex flex-wrap justify-end gap-2">
          <CopyButton text={text} size="sm" />
          {hasPassed(outcome) && (
            <Button
              size="sm"
              icon={<Sparkles aria-hidden size={16} />}
              onClick={() => onSuggestMappings(data, sourceName)}
            >
              Suggest Mappings
            </Button>
          )}
        </div>
      </div>
      <p className="flex items-start gap-2">
        <Badge tone="accent">{config.method}</Badge>
        <code className="wrap-anywhere min-w-0 py-0.5 text-sm">{config.url}</code>
      </p>
      {step === 'token' && (
        <Alert tone="danger" title={isSuccess(response) ? noTokenMessage : 'The token request was rejected.'}>
          {notCalledMessage}
        </Alert>
      )}
      {isWithheld ? (
        <p className="text-ink-2">The server withholds this response because it may contain a secret.</p>
      ) : (
        <Body text={text} />
      )}
      <HeaderList headers={headers} />
    </div>
  );
}

function StatusBadge({ outcome }: Pick<ResponseViewProps, 'outcome'>) {
  const passed = hasPassed(outcome);
  const Icon = passed ? CircleCheck : CircleAlert;
  return (
    <Badge tone={passed ? 'active' : 'expired'} icon={<Icon aria-hidden size={14} />}>
      {statusLine(outcome.response)}
    </Badge>
  );
}

/** Always rendered as text, never as HTML. */
function Body({ text }: { text: string }) {
  if (text === '') return <p className="text-ink-2">The response has no body.</p>;
  const isCut = text.length > maxShownChars;
  return (
    <div>
      <ScrollArea
        label="Response body"
        className="max-h-[300px] rounded-control border border-line bg-sunken p-3"
      >
        <pre className="w-max min-w-full text-sm">
          <code>{isCut ? text.slice(0, maxShownChars) : text}</code>
        </pre>
      </ScrollArea>
      {isCut && (
        <p className="mt-1 text-ink-2 text-sm">
          The first {maxShownChars.toLocaleString('en')} of {text.length.toLocaleString('en')} characters are
          shown. Copy includes the full body.
        </p>
      )}
    </div>
  );
}

function HeaderList({ headers }: { headers: Record<string, string> }) {
  const entries = Object.entries(headers);
  return (
    <Details summary={`Response headers (${entries.length})`}>
      <ScrollArea
        label="Response headers"
        className="max-h-[150px] rounded-control border border-line bg-sunken p-3"
      >
        <dl className="space-y-1 font-mono text-sm">
          {entries.map(([name, value]) => (
            <div key={name} className="wrap-anywhere">
              <dt className="inline text-ink-2">{name}: </dt>
              <dd className="inline">{value}</dd>
            </div>
          ))}
        </dl>
      </ScrollArea>
    </Details>
  );
}
