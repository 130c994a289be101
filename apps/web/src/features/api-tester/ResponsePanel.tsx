import type { ConfigReply } from '@warranty/contracts/system';
import { Send, Unplug } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { useConfig } from '../../shared/server/config.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { LoadingState } from '../../ui/feedback/LoadingState.tsx';
import { Card, CardBody, CardHeader, CardTitle } from '../../ui/layout/Card.tsx';
import { FailedTest } from './FailedTest.tsx';
import { ResponseView } from './ResponseView.tsx';
import { emptyForm, type TesterForm } from './tester-form.ts';
import type { Tester } from './use-tester.ts';

interface ResponsePanelProps {
  tester: Tester;
  onSuggestMappings: (data: unknown, sourceName: string) => void;
  onFill: (form: TesterForm) => void;
}

export function ResponsePanel(props: ResponsePanelProps) {
  const { outcome } = props.tester;
  const title = useId();
  const place = useRef<HTMLDivElement>(null);
  // In a narrow layout the panel is below the send button.
  useEffect(() => {
    if (outcome) place.current?.scrollIntoView({ block: 'nearest' });
  }, [outcome]);
  return (
    <Card as="section" aria-labelledby={title}>
      <CardHeader>
        <CardTitle id={title}>Response</CardTitle>
      </CardHeader>
      <CardBody>
        <div ref={place}>
          <Content {...props} />
        </div>
      </CardBody>
    </Card>
  );
}

function Content(props: ResponsePanelProps) {
  const { tester, onSuggestMappings } = props;
  const { outcome } = tester;
  if (tester.isSending) return <LoadingState label="Waiting for a response..." />;
  if (!outcome) return <NoResponse {...props} />;
  switch (outcome.kind) {
    case 'response':
      return <ResponseView outcome={outcome} onSuggestMappings={onSuggestMappings} />;
    case 'failed':
      return <FailedTest outcome={outcome} tester={tester} />;
    case 'unresolved':
      return (
        <Alert tone="danger" title={`Endpoint Resolution Failed: ${outcome.message}`}>
          {outcome.details.map((detail) => (
            <p key={detail}>{detail}</p>
          ))}
        </Alert>
      );
  }
}

function NoResponse({ tester, onFill }: ResponsePanelProps) {
  const config = useConfig();
  const sample = config && sampleForm(config);
  return (
    <EmptyState
      level={3}
      icon={Unplug}
      title="No response yet"
      action={
        sample && (
          <>
            <Button onClick={() => onFill(sample)}>Fill in a sample</Button>
            <Button
              icon={Send}
              onClick={() => {
                onFill(sample);
                tester.send(sample);
              }}
            >
              Send a sample
            </Button>
          </>
        )
      }
    >
      The status, headers and body of the response appear here.
    </EmptyState>
  );
}

/** A request that works without real keys: sample data accepts any key. */
function sampleForm({ demo, samples }: ConfigReply): TesterForm | null {
  const device = samples.find(({ manufacturer }) => manufacturer === 'Dell');
  if (!demo || !device) return null;
  return {
    ...emptyForm,
    vendor: 'dell',
    operation: 'asset-entitlements',
    parameters: { servicetags: device.identifier },
    clientId: 'demo',
    clientSecret: 'demo',
  };
}
