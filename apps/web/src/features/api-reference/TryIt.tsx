import { useMutation } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useNextSignal } from '../../lib/browser/use-next-signal.ts';
import { useSession } from '../../shared/session/session.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { SecretInput } from '../../ui/form/SecretInput.tsx';
import { Textarea } from '../../ui/form/Textarea.tsx';
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx';
import type { Entry } from './entries.ts';
import { TryParameter } from './TryParameter.tsx';
import { TryResponseView } from './TryResponseView.tsx';
import {
  findProblems,
  jsonBodyOf,
  type TryProblems,
  type TryValues,
  takesToken,
  tryRequest,
  whyNotTried,
} from './try-request.ts';
import { readTryResponse } from './try-response.ts';

interface TryItProps {
  entry: Entry;
  token: string;
  onToken: (token: string) => void;
}

/** Sends a request to the endpoint and shows the response. */
export function TryIt(props: TryItProps) {
  const reason = whyNotTried(props.entry);
  return reason ? <p className="text-ink-2">{reason}</p> : <TryForm {...props} />;
}

function firstBody(entry: Entry): string {
  const body = jsonBodyOf(entry);
  return body ? JSON.stringify(body.example ?? {}, null, 2) : '';
}

function TryForm({ entry, token, onToken }: TryItProps) {
  const { operation } = entry;
  const { problems, accept, send, sending } = useTry(entry);
  const [isAsking, setAsking] = useState(false);
  const username = useSession().data?.userId ?? '';
  const [typed, setTyped] = useState<Record<string, string>>({});
  const [body, setBody] = useState(() => firstBody(entry));
  // The only user whose data this page can read is its own.
  const parameters: Record<string, string> = { userId: username, ...typed };
  const values = { parameters, body, token };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!accept(values)) return;
    if (operation['x-replaces']) setAsking(true);
    else send(values);
  };
  return (
    <div className="space-y-4">
      <form
        noValidate
        onSubmit={onSubmit}
        className="space-y-4 rounded-card border border-line bg-surface p-4"
      >
        <Credentials entry={entry} token={token} onToken={onToken} error={problems?.token} />
        {operation.parameters.map((parameter) => (
          <TryParameter
            key={parameter.name}
            parameter={parameter}
            value={parameters[parameter.name] ?? ''}
            error={problems?.parameters[parameter.name]}
            onChange={(value) => setTyped({ ...typed, [parameter.name]: value })}
          />
        ))}
        {jsonBodyOf(entry) && (
          <Field label="Request body" error={problems?.body}>
            <Textarea
              mono
              rows={Math.min(12, body.split('\n').length + 1)}
              spellCheck={false}
              autoComplete="off"
              className="text-sm"
              value={body}
              onChange={(event) => setBody(event.target.value)}
            />
          </Field>
        )}
        <Button type="submit" variant="primary" icon={Send} busy={sending.isPending} busyLabel="Sending...">
          Send request
        </Button>
      </form>
      <ConfirmDialog
        title="Send this request?"
        description={operation['x-replaces']}
        confirmLabel="Send request"
        open={isAsking}
        onOpenChange={setAsking}
        onConfirm={() => send(values)}
      />
      {sending.isError && (
        <Alert tone="danger" live="alert" title="The server could not be reached.">
          Check your connection and try again.
        </Alert>
      )}
      {sending.data && <TryResponseView response={sending.data} />}
    </div>
  );
}

interface CredentialsProps extends TryItProps {
  error: string | undefined;
}

function Credentials({ entry, token, onToken, error }: CredentialsProps) {
  if (!takesToken(entry)) {
    return (
      <p className="text-ink-2">
        {entry.operation['x-access'] === 'public'
          ? 'No credentials needed.'
          : 'Sent with the session of this browser: you see and change your own data.'}
      </p>
    );
  }
  return (
    <Field
      label="Access token"
      optional
      error={error}
      help="Without a token, the session of this browser is used. The token is sent to this server only and is not stored: it is gone when you leave this page."
    >
      <SecretInput
        noun="access token"
        placeholder="wlt_..."
        maxLength={200}
        value={token}
        onChange={(event) => onToken(event.target.value)}
      />
    </Field>
  );
}

/** Sends requests to one endpoint; a new one replaces the previous one. */
function useTry(entry: Entry) {
  const [problems, setProblems] = useState<TryProblems | null>(null);
  const nextSignal = useNextSignal();
  const sending = useMutation({
    // The values hold the token, which is gone when the user leaves the page.
    gcTime: 0,
    mutationFn: async (values: TryValues) => {
      const { path, init } = tryRequest(entry, values);
      const startedAt = performance.now();
      const response = await fetch(path, { ...init, signal: nextSignal() });
      return readTryResponse(response, startedAt);
    },
  });
  /** Whether the request can be sent; otherwise its problems are shown. */
  function accept(values: TryValues): boolean {
    const found = findProblems(entry, values);
    setProblems(found);
    sending.reset();
    return found === null;
  }
  return { problems, accept, send: sending.mutate, sending };
}
