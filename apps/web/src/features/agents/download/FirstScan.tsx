import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { DiscoverySummary } from '@warranty/contracts/agents';
import { Radar, ShieldCheck } from 'lucide-react';
import { formatCount } from '../../../lib/format/format-number.ts';
import { ActionFailed } from '../../../shared/session/ActionFailed.tsx';
import { Button } from '../../../ui/button/Button.tsx';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { Spinner } from '../../../ui/feedback/Spinner.tsx';
import { formatMoment, sessionName } from '../devices/device-labels.ts';
import { lookUpDevices } from '../devices/use-device-warranties.ts';
import { Step } from './Step.tsx';
import type { FirstScanState } from './use-first-scan.ts';

/** Step 5: becomes the scan by itself. */
export function FirstScan({ isWaiting, scan, ...state }: FirstScanState & { isWaiting: boolean }) {
  return (
    <Step number={5} title={scan ? 'Your scan is here' : 'Waiting for the first scan'} isDone={scan !== null}>
      <div role="status" className="space-y-3">
        {scan && <Summary scan={scan} />}
        {!scan && isWaiting && <Waiting {...state} />}
        {!scan && !isWaiting && (
          <p className="text-ink-2">
            Run the agent, and its scan appears here. You need not reload the page.
          </p>
        )}
      </div>
      {scan && <Actions scan={scan} />}
    </Step>
  );
}

function Waiting({ isLate, isUnreachable }: Omit<FirstScanState, 'scan'>) {
  return (
    <>
      <p className="flex items-start gap-2 text-ink-2">
        <Spinner className="mt-0.5" />
        {isUnreachable
          ? 'This page cannot reach the server. It keeps trying while it is open.'
          : 'Checking every few seconds while this page is open. A scan of 254 addresses takes a few seconds, a large network a few minutes.'}
      </p>
      {isLate && (
        <Alert tone="warning" title="No scan has arrived yet">
          <ul className="list-disc space-y-1 pl-5">
            <li>Does the agent still run? It prints its progress, and at the end what went wrong.</li>
            <li>
              Does its machine reach <code className="wrap-anywhere">{location.origin}</code>? If not, the
              agent saves the scan and sends it with the next one.
            </li>
            <li>
              Was the secret rejected? A secret belongs to the first agent that used it. The list below shows
              which one that is.
            </li>
          </ul>
        </Alert>
      )}
    </>
  );
}

function Summary({ scan }: { scan: DiscoverySummary }) {
  const { deviceCount, serialCount, scanTimestamp } = scan;
  return (
    <p className="wrap-anywhere">
      <span className="font-medium">{sessionName(scan)}</span> found {formatCount(deviceCount, 'device')},{' '}
      {formatCount(serialCount, 'device')} with a serial number.{' '}
      <time dateTime={scanTimestamp} title={scanTimestamp} className="text-ink-2">
        {formatMoment(scanTimestamp)}
      </time>
    </p>
  );
}

function Actions({ scan: { id, serialCount } }: { scan: DiscoverySummary }) {
  const navigate = useNavigate();
  const lookUp = useMutation({
    mutationFn: () => lookUpDevices(id),
    // Its progress is on that page.
    onSuccess: () => navigate({ to: '/agent-discoveries', search: { session: id } }),
  });
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {serialCount > 0 && (
          <Button
            variant="primary"
            icon={ShieldCheck}
            busy={lookUp.isPending}
            className="max-sm:w-full"
            onClick={() => lookUp.mutate()}
          >
            Look up {formatCount(serialCount, 'warranty', 'warranties')}
          </Button>
        )}
        <Button
          asChild
          variant={serialCount > 0 ? 'secondary' : 'primary'}
          icon={Radar}
          className="max-sm:w-full"
        >
          <Link to="/agent-discoveries" search={{ session: id }}>
            Open the scan
          </Link>
        </Button>
      </div>
      {lookUp.error && <ActionFailed error={lookUp.error} />}
    </>
  );
}
