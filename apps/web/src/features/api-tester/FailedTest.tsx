import { errorSentence } from '@warranty/contracts/errors';
import { Server } from 'lucide-react';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import type { Outcome } from './outcome.ts';
import { authTypeIn, type TesterForm } from './tester-form.ts';

interface FailedTestProps {
  outcome: Extract<Outcome, { kind: 'failed' }>;
  /** The form as it was sent. */
  sent: TesterForm | null;
  relaysCustomUrls: boolean;
  isRelaying: boolean;
  onRelay: () => void;
}

export function FailedTest(props: FailedTestProps) {
  const { message, details, relay } = props.outcome;
  return (
    <div className="space-y-4">
      <Alert tone="danger" title="API Test Failed">
        <p>{message}</p>
        {details.map((detail) => (
          <p key={detail}>{detail}</p>
        ))}
      </Alert>
      {relay && <Relay {...props} />}
    </div>
  );
}

/** What happened, and the way around it. */
function Relay({ outcome, sent, relaysCustomUrls, isRelaying, onRelay }: FailedTestProps) {
  if (!sent) return null;
  const button = (
    <Button
      icon={<Server aria-hidden size={16} />}
      busy={isRelaying}
      busyLabel="Sending..."
      onClick={onRelay}
    >
      Send through the server
    </Button>
  );
  if (outcome.relay === 'again') return button;
  return (
    <div className="space-y-3 text-ink-2">
      <p>{reasonFor(sent)}</p>
      {sent.customUrl && !relaysCustomUrls ? (
        <p>{errorSentence('custom_urls_off')}</p>
      ) : (
        <>
          <p>
            The server of this installation can make the same call
            {authTypeIn(sent) === 'none' ? '.' : ': the key then passes through it, and is not stored there.'}
          </p>
          {button}
        </>
      )}
    </div>
  );
}

function reasonFor({ customUrl, url }: TesterForm): string {
  return customUrl && URL.parse(url.trim())?.protocol === 'http:'
    ? 'From here a browser may call https addresses only, and this one begins with http.'
    : 'A browser hands an answer to a page only where the API allows that, and most vendors do not. It does not say whether that was the reason.';
}
