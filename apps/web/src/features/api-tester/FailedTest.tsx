import { mayCallHttp } from '@warranty/domain/vendor-operations/reach';
import { Server } from 'lucide-react';
import { useConfig } from '../../shared/server/config.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Alert } from '../../ui/feedback/Alert.tsx';
import type { Outcome, RelayOffer } from './outcome.ts';
import { relayDisabledReason } from './relay-refusal.ts';
import { authTypeIn, type TesterForm } from './tester-form.ts';
import type { Tester } from './use-tester.ts';

interface FailedTestProps {
  outcome: Extract<Outcome, { kind: 'failed' }>;
  tester: Tester;
}

export function FailedTest(props: FailedTestProps) {
  const { message, relay } = props.outcome;
  return (
    <div className="space-y-4">
      <Alert tone="danger" title="API Test Failed">
        {message}
      </Alert>
      {relay && <Relay {...props} />}
    </div>
  );
}

/** Offers to send the request through the server. */
function Relay({ outcome: { relay }, tester }: FailedTestProps) {
  const { sent } = tester;
  const config = useConfig();
  if (!sent || !config || !relay) return null;
  const refusal = relayDisabledReason(sent, config);
  const button = (
    <Button icon={Server} busy={tester.isRelaying} busyLabel="Sending..." onClick={tester.relay}>
      Send through the server
    </Button>
  );
  if (relay === 'again') return button;
  return (
    <div className="space-y-3 text-ink-2">
      <p>{reasonFor(relay, sent)}</p>
      {refusal ? (
        <p>This call cannot go through the server. {refusal}</p>
      ) : (
        <>
          <p>
            The server can make the same request for you
            {authTypeIn(sent) === 'none' ? '.' : '. Your key passes through it and is not stored.'}
            {relay === 'follow' && ' It follows the redirect, but takes no key or body to another host.'}
          </p>
          {button}
        </>
      )}
    </div>
  );
}

function reasonFor(relay: RelayOffer, { customUrl, url }: TesterForm): string {
  if (relay === 'follow') return 'Browsers do not reveal where a redirect leads.';
  return customUrl && URL.parse(url.trim())?.protocol === 'http:' && !mayCallHttp(location)
    ? 'Browsers only allow https requests from this page, and this URL starts with http.'
    : 'Browsers only let a page read a response if the API allows it (CORS), and most vendors do not. The browser does not report whether this was the cause.';
}
