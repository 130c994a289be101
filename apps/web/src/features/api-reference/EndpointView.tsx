import type { Operation } from '@warranty/contracts/core/openapi';
import { exampleLanguages } from '@warranty/domain/request-examples/languages';
import { Globe, KeyRound, type LucideIcon, MonitorSmartphone, Radar, TriangleAlert } from 'lucide-react';
import { type ReactNode, useId, useMemo } from 'react';
import { CopyButton } from '../../ui/button/CopyButton.tsx';
import { Badge } from '../../ui/text/Badge.tsx';
import { Code, CodeBlock } from '../../ui/text/Code.tsx';
import { BodySchema } from './BodySchema.tsx';
import { CodeExamples } from './CodeExamples.tsx';
import { EndpointName } from './EndpointName.tsx';
import { referencePath } from './EntryLink.tsx';
import { ErrorList } from './ErrorList.tsx';
import { type Entry, successesOf } from './entries.ts';
import { FieldList } from './FieldList.tsx';
import { Responses } from './Responses.tsx';
import { requestExample } from './request-example.ts';
import { parameterRow } from './schema-fields.ts';
import { TryIt } from './TryIt.tsx';
import type { Reference } from './use-reference.ts';

interface EndpointViewProps {
  entry: Entry;
  reference: Reference;
  /** Of the user, for all endpoints of this page. */
  token: string;
  onToken: (token: string) => void;
}

/** Everything about one endpoint: what it takes, how it is called, what it returns. */
export function EndpointView({ entry, reference, token, onToken }: EndpointViewProps) {
  const { operation, method, path, anchor } = entry;
  const examples = useExamples(entry, reference);
  // The first success has the example; a second one is the same reply while work goes on.
  const replyExample = successesOf(operation)[0]?.[1].content?.['application/json']?.example;
  const link = () => `${location.origin}${referencePath}#${anchor}`;
  return (
    <div className="space-y-8">
      <header>
        <div className="flex items-start justify-between gap-2">
          <h2 className="min-w-0 wrap-anywhere py-0.5 font-mono text-xl">
            <EndpointName method={method} path={path} />
          </h2>
          <div className="print:hidden">
            <CopyButton iconOnly label="Copy link to this endpoint" text={link} />
          </div>
        </div>
        <p className="mt-1 max-w-180 text-ink-2 text-lg">{operation.summary}</p>
        <AccessBadges operation={operation} />
      </header>
      {operation.parameters.length > 0 && (
        <Part title="Parameters">
          <Parameters parameters={operation.parameters} />
        </Part>
      )}
      {operation.requestBody && (
        <Part title="Request body">
          <RequestBody content={operation.requestBody.content} />
        </Part>
      )}
      <Part title="Example request">
        <CodeExamples label="the example request" examples={examples} />
      </Part>
      <Part title="Try it" className="print:hidden">
        <TryIt key={anchor} entry={entry} token={token} onToken={onToken} />
      </Part>
      {replyExample !== undefined && (
        <Part title="Example response">
          <CodeBlock label="example response" className="max-h-96">
            {JSON.stringify(replyExample, null, 2)}
          </CodeBlock>
        </Part>
      )}
      <Part title="Response">
        <Responses operation={operation} />
      </Part>
      <Part title="Errors">
        <ErrorList operation={operation} reference={reference} />
      </Part>
    </div>
  );
}

function Part({ title, className, children }: { title: string; className?: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={className}>
      <h3 id={id} className="mb-3 font-semibold text-lg">
        {title}
      </h3>
      {children}
    </section>
  );
}

function useExamples(entry: Entry, { document }: Reference) {
  return useMemo(() => {
    const example = requestExample(entry, {
      origin: document.servers[0]?.url ?? location.origin,
      cookieName: document.components.securitySchemes.session?.name ?? 'session',
    });
    return exampleLanguages.map(({ id, title, write }) => ({ title, language: id, code: write(example) }));
  }, [entry, document]);
}

const places = [
  { place: 'path', label: 'In the path' },
  { place: 'query', label: 'In the query' },
];

function Parameters({ parameters }: Pick<Operation, 'parameters'>) {
  return (
    <div className="space-y-4">
      {places.map(({ place, label }) => {
        const fields = parameters.filter((parameter) => parameter.in === place).map(parameterRow);
        if (fields.length === 0) return null;
        return (
          <div key={place}>
            <p className="mb-1.5 text-ink-2">{label}</p>
            <FieldList label={`Parameters ${label.toLowerCase()}`} fields={fields} use="request" />
          </div>
        );
      })}
    </div>
  );
}

const kinds: Record<string, { words: string; Icon: LucideIcon }> = {
  public: { words: 'No credentials needed', Icon: Globe },
  session: { words: 'Browser session', Icon: MonitorSmartphone },
  'session-or-bearer': { words: 'Access token or browser session', Icon: KeyRound },
  agent: { words: 'Agent secret', Icon: Radar },
};

/** Who may call an endpoint, and whether its response is for the user only. */
function AccessBadges({ operation }: { operation: Operation }) {
  const access = operation['x-access'];
  const { words, Icon } = kinds[access] ?? { words: access, Icon: KeyRound };
  return (
    <div className="mt-3 flex flex-wrap items-center gap-2">
      <span className="text-ink-2 text-sm">Access:</span>
      <Badge tone={access.endsWith('bearer') ? 'accent' : 'neutral'} icon={Icon}>
        {words}
      </Badge>
      {operation['x-scope'] && (
        <span className="text-ink-2 text-sm">
          A token needs the scope <Code>{operation['x-scope']}</Code>
        </span>
      )}
      {operation['x-sensitive'] && (
        <Badge
          tone="expiring"
          icon={TriangleAlert}
          title="The response has data that you would not want on a shared screen"
        >
          sensitive
        </Badge>
      )}
    </div>
  );
}

/** The JSON body by its fields, and the content types of a body that is a file. */
function RequestBody({ content }: Pick<NonNullable<Operation['requestBody']>, 'content'>) {
  const { 'application/json': json, ...files } = content;
  const types = Object.keys(files);
  return (
    <div className="space-y-3">
      {json && (
        <>
          <p>
            <Code>application/json</Code>
          </p>
          <BodySchema label="the request body" schema={json.schema} use="request" />
        </>
      )}
      {types.length > 0 && (
        <div className="text-ink-2">
          {json ? 'Or the file itself, as one of:' : 'The file itself, as one of:'}
          <ul className="mt-1.5 flex flex-wrap gap-2">
            {types.map((type) => (
              <li key={type} className="min-w-0">
                <Code>{type}</Code>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
