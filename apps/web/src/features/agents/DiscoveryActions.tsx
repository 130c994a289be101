import { Link } from '@tanstack/react-router';
import type { DiscoveredDevice } from '@warranty/contracts/agents';
import { CalendarClock, Download, ShieldCheck } from 'lucide-react';
import { formatCount } from '../../lib/format-number.ts';
import { saveFile } from '../../lib/save-file.ts';
import { Button } from '../../ui/Button.tsx';
import { deviceCsv, deviceCsvName } from './device-csv.ts';
import { withSerial } from './device-warranty.ts';
import type { useDeviceWarranties } from './useDeviceWarranties.ts';
import type { Discovery } from './useDiscoveries.ts';

interface SessionActionsProps {
  discovery: Discovery;
  /** The filtered devices: the ones to export and look up. */
  shown: DiscoveredDevice[];
  warranties: ReturnType<typeof useDeviceWarranties>;
}

export function DiscoveryActions({ discovery: { session }, shown, warranties }: SessionActionsProps) {
  const { agentId, scanTimestamp } = session;
  const count = withSerial(shown).length;
  const save = () =>
    saveFile(
      new File([deviceCsv(shown, warranties.answers)], deviceCsvName(agentId, scanTimestamp), {
        type: 'text/csv',
      }),
    );
  return (
    <div className="flex flex-wrap gap-2 max-sm:w-full">
      <Button
        icon={<Download aria-hidden size={16} />}
        disabled={shown.length === 0}
        className="max-sm:flex-1"
        onClick={save}
      >
        Export CSV
      </Button>
      {session.serialCount > 0 && (
        <Button
          icon={<ShieldCheck aria-hidden size={16} />}
          busy={warranties.isAsking}
          disabled={count === 0}
          className="max-sm:flex-1"
          title={`${formatCount(count, 'device')} with a serial number`}
          onClick={() => warranties.lookUpAll(shown)}
        >
          Look up all warranties
        </Button>
      )}
      <Button
        asChild
        variant="primary"
        icon={<CalendarClock aria-hidden size={16} />}
        className="max-sm:flex-1"
      >
        <Link to="/purchase-date-predictor" search={{ discovery: session.id }}>
          Evaluate All
        </Link>
      </Button>
    </div>
  );
}
