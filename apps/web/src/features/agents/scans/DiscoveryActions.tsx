import { Link } from '@tanstack/react-router';
import type { DiscoveredDevice } from '@warranty/contracts/agents';
import { CalendarClock, Download, ShieldCheck } from 'lucide-react';
import { saveFile } from '../../../lib/files/save-file.ts';
import { formatCount } from '../../../lib/format/format-number.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { deviceCsv, deviceCsvName } from '../devices/device-csv.ts';
import { type DeviceWarranties, withoutRecentResult } from '../devices/use-device-warranties.ts';
import type { Discovery } from './use-discoveries.ts';

interface SessionActionsProps {
  discovery: Discovery;
  /** The filtered devices: the ones to export and look up. */
  shown: DiscoveredDevice[];
  warranties: DeviceWarranties;
  canEvaluate: boolean;
}

export function DiscoveryActions({ discovery, shown, warranties, canEvaluate }: SessionActionsProps) {
  const { session } = discovery;
  const { agentId, scanTimestamp } = session;
  const count = withoutRecentResult(shown, warranties.answers).length;
  const { askingCount } = warranties;
  const save = () =>
    saveFile(
      new File([deviceCsv(shown, warranties.answers, new Date())], deviceCsvName(agentId, scanTimestamp), {
        type: 'text/csv',
      }),
    );
  return (
    <div className="flex flex-wrap items-center gap-2 max-sm:w-full">
      <p role="status" className="text-ink-2 text-sm tabular-nums empty:hidden max-sm:w-full">
        {askingCount > 0 && `Looking up ${formatCount(askingCount, 'warranty', 'warranties')}...`}
      </p>
      <Button icon={Download} disabled={shown.length === 0} className="max-sm:flex-1" onClick={save}>
        Export CSV
      </Button>
      {session.serialCount > 0 && (
        <Button
          icon={ShieldCheck}
          busy={askingCount > 0}
          disabled={count === 0}
          className="max-sm:flex-1"
          title={
            count === 0
              ? 'The warranties of all devices with a serial number are known'
              : `${formatCount(count, 'device')} with a serial number`
          }
          onClick={() => warranties.lookUpAll(shown)}
        >
          Look up all warranties
        </Button>
      )}
      {canEvaluate && (
        <Button asChild variant="primary" icon={CalendarClock} className="max-sm:flex-1">
          <Link to="/purchase-date-predictor" search={{ discovery: session.id }}>
            Evaluate All
          </Link>
        </Button>
      )}
    </div>
  );
}
