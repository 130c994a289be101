import { Server, Sparkles } from 'lucide-react';
import { useMemo } from 'react';
import { Button } from '../../ui/button/Button.tsx';
import { CopyButton } from '../../ui/button/CopyButton.tsx';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { Details } from '../../ui/layout/Details.tsx';
import { ScrollArea } from '../../ui/layout/ScrollArea.tsx';
import { Badge } from '../../ui/text/Badge.tsx';
import { ResponseStatus, ResponseText } from '../../ui/text/ResponseParts.tsx';
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
        <ResponseStatus isGood={hasPassed(outcome)}>{statusLine(response)}</ResponseStatus>
        {relayed && <Badge icon={Server}>Sent through the server</Badge>}
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
        <ResponseText
          text={text.slice(0, maxShownChars)}
          note={text.length > maxShownChars && cutNote(text)}
          className="max-h-[300px]"
        />
      )}
      <HeaderList headers={headers} />
    </div>
  );
}

const cutNote = ({ length }: string) =>
  `The first ${maxShownChars.toLocaleString('en')} of ${length.toLocaleString('en')} characters are shown. Copy includes the full body.`;

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
