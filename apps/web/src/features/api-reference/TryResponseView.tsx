import { Download } from 'lucide-react';
import { saveFile } from '../../lib/files/save-file.ts';
import { formatBytes } from '../../lib/format/format-bytes.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { JsonView } from '../../ui/json-view/JsonView.tsx';
import { Code } from '../../ui/text/Code.tsx';
import { ResponseStatus, ResponseText } from '../../ui/text/ResponseParts.tsx';
import { errorIn, type TryBody, type TryResponse } from './try-response.ts';

/** Status, duration, the headers that say something about the call, and the body. */
export function TryResponseView({ response }: { response: TryResponse }) {
  const { status, statusText, milliseconds, bytes, headers, body } = response;
  const error = errorIn(response);
  return (
    <section aria-label="Response to your request" className="space-y-3">
      <p role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <ResponseStatus isGood={status < 400}>{`${status} ${statusText}`.trim()}</ResponseStatus>
        <span className="text-ink-2 tabular-nums">{Math.round(milliseconds)} ms</span>
        <span className="text-ink-2 tabular-nums">{formatBytes(bytes)}</span>
      </p>
      {error && (
        <Alert tone="danger" title={error.message}>
          The code of this error is <Code>{error.code}</Code>.
        </Alert>
      )}
      <dl className="grid gap-x-4 gap-y-1 text-sm sm:grid-cols-[max-content_minmax(0,1fr)]">
        {headers.map(({ name, value }) => (
          <div key={name} className="contents">
            <dt className="text-ink-2">{name}</dt>
            <dd className="mb-1 wrap-anywhere font-mono sm:mb-0">{value}</dd>
          </div>
        ))}
      </dl>
      <Body body={body} />
    </section>
  );
}

function Body({ body }: { body: TryBody }) {
  switch (body.kind) {
    case 'json':
      return <JsonView label="response" value={body.value} />;
    case 'text':
      return (
        <ResponseText
          text={body.text}
          note={body.isCut && 'Only the start of the response is shown.'}
          className="max-h-96"
        />
      );
    case 'file':
      return (
        <Button icon={Download} onClick={() => saveFile(body.file)}>
          Save {body.file.name}
        </Button>
      );
  }
}
