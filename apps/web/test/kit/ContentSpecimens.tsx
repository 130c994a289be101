import { CircleHelp, Inbox } from 'lucide-react';
import { Button } from '../../src/ui/button/Button.tsx';
import { Alert } from '../../src/ui/feedback/Alert.tsx';
import { EmptyState } from '../../src/ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../src/ui/feedback/ErrorState.tsx';
import { LoadFailed } from '../../src/ui/feedback/LoadFailed.tsx';
import { LoadingState } from '../../src/ui/feedback/LoadingState.tsx';
import { Progress } from '../../src/ui/feedback/Progress.tsx';
import { Skeleton } from '../../src/ui/feedback/Skeleton.tsx';
import { Steps } from '../../src/ui/layout/Steps.tsx';
import { Badge } from '../../src/ui/text/Badge.tsx';
import { Code, CodeBlock } from '../../src/ui/text/Code.tsx';
import { Kbd } from '../../src/ui/text/Kbd.tsx';
import { Row, Specimen, SpecimenGroup } from './Specimen.tsx';

const json = `{
  "serial": "0O1Il8B",
  "note": "zero and the letter O, one, capital i and small L can be told apart in this one long line of text"
}`;

const tones = ['neutral', 'accent', 'active', 'expiring', 'expired', 'unknown', 'danger'] as const;

export function ContentSpecimens() {
  return (
    <SpecimenGroup title="Content">
      <Specimen title="Badges: a status always has an icon and a word">
        <Row>
          {tones.map((tone) => (
            <Badge key={tone} tone={tone} icon={CircleHelp}>
              {tone}
            </Badge>
          ))}
        </Row>
      </Specimen>
      <Specimen title="Code and keys">
        <Row>
          <Code copyLabel="Copy serial">0O1Il8B</Code>
          <span>
            <Kbd>Ctrl</Kbd> <Kbd>B</Kbd>
          </span>
        </Row>
        <div className="mt-3">
          <CodeBlock label="response">{json}</CodeBlock>
        </div>
      </Specimen>
      <AlertSpecimens />
      <Specimen title="Progress, steps, skeleton">
        <div className="flex flex-col gap-6">
          <Progress label="Rows read" value={3200} max={10000} valueText="3,200 of 10,000 rows" />
          <Progress label="Waiting for the service" value={null} />
          <Steps label="Upload" steps={['Upload', 'Map', 'Check', 'Run']} current={2} />
          <div className="flex flex-col gap-2">
            <Skeleton className="h-5 w-2/3" />
            <Skeleton className="h-5 w-full" />
          </div>
        </div>
      </Specimen>
      <Specimen title="Loading: appears after 300 ms">
        <LoadingState label="Loading 10,000 rows..." />
      </Specimen>
      <Specimen title="Empty">
        <EmptyState icon={Inbox} title="No results yet" level={3} action={<Button>Use a sample file</Button>}>
          Runs are listed here for 7 days, newest first.
        </EmptyState>
      </Specimen>
      <Specimen title="Error">
        <ErrorState title="The service did not respond within 15 seconds" level={3} onRetry={() => {}}>
          Your input is still here. Try again, or look at the service's own status page.
        </ErrorState>
      </Specimen>
    </SpecimenGroup>
  );
}

function AlertSpecimens() {
  return (
    <Specimen title="Alerts">
      <div className="flex flex-col gap-2">
        <Alert title="A key is needed for this">Add one of your own, or ask the operator for one.</Alert>
        <Alert tone="success" title="9,871 of 10,000 rows have a result" />
        <Alert tone="warning" title="129 rows have no result" action={<Button size="sm">Show them</Button>}>
          Each row shows the reason.
        </Alert>
        <Alert tone="danger" title="The file could not be read">
          Row 812 has 14 columns; the header has 12.
        </Alert>
        <LoadFailed
          title="The rows could not be read"
          reason="The server did not answer"
          onRetry={() => {}}
          stale
        />
      </div>
    </Specimen>
  );
}
