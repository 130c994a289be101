import type { DiscoveredDevice } from '@warranty/contracts/agents';
import { writeCsv } from '@warranty/domain/csv/write';
import { statusNow } from '../../../shared/warranty/warranty-status.ts';
import { kindLabels, portsOf } from './device-labels.ts';
import { type DeviceWarranty, resultOf } from './device-warranty.ts';

type Row = { device: DiscoveredDevice; warranty: DeviceWarranty | undefined; now: Date };

const resultIn = ({ warranty }: Row) => resultOf(warranty);

function statusIn(row: Row): string | null {
  const result = resultIn(row);
  return result ? statusNow(result, row.now) : null;
}

function warrantyError({ warranty }: Row): string | null | undefined {
  return warranty?.state === 'failed'
    ? warranty.text
    : warranty?.state === 'answered'
      ? warranty.result.error
      : null;
}

const columns: [header: string, cell: (row: Row) => string | null | undefined][] = [
  ['IP Address', ({ device }) => device.ip],
  ['Host Name', ({ device }) => device.hostname],
  ['MAC Address', ({ device }) => device.mac],
  ['Network Card Vendor', ({ device }) => device.vendor],
  ['Device Type', ({ device }) => kindLabels[device.kind]],
  ['Manufacturer', ({ device }) => device.manufacturer],
  ['Model', ({ device }) => device.model],
  ['Serial Number', ({ device }) => device.serial],
  ['UUID', ({ device }) => device.uuid],
  ['Operating System', ({ device }) => device.os],
  ['Open Ports', ({ device }) => portsOf(device).join(' ')],
  ['Discovered', ({ device }) => device.timestamp],
  ['Change', ({ device }) => device.change],
];

const warrantyColumns: typeof columns = [
  ['Warranty Status', statusIn],
  ['Warranty Start Date', (row) => resultIn(row)?.startDate],
  ['Warranty End Date', (row) => resultIn(row)?.endDate],
  ['Service Level', (row) => resultIn(row)?.serviceLevel],
  ['System Description', (row) => resultIn(row)?.hardware.systemDescription],
  ['Warranty Source', (row) => sourceOf(row)],
  ['Warranty Error', warrantyError],
];

function sourceOf(row: Row): string | null {
  const source = resultIn(row)?.source;
  return source ? `${source.vendor}${source.demo ? ' (sample data)' : ''}` : null;
}

/** Writes devices in the CSV format shared by all exports. Includes warranty columns if anything was looked up. */
export function deviceCsv(
  devices: readonly DiscoveredDevice[],
  answers: ReadonlyMap<string, DeviceWarranty>,
  now: Date,
): string {
  const written = answers.size > 0 ? [...columns, ...warrantyColumns] : columns;
  const rows = devices.map((device) => {
    const row = { device, warranty: answers.get(device.id), now };
    return written.map(([, cell]) => cell(row) ?? '');
  });
  return writeCsv([written.map(([header]) => header), ...rows], { delimiter: ',', bom: true });
}

/** For example `agent-discovery-office-north-20261115-093000.csv`, in UTC. */
export function deviceCsvName(agentId: string, scanTimestamp: string): string {
  const name = agentId.replaceAll(/[^\p{L}\p{N}_-]+/gu, '-').slice(0, 60);
  const stamp = scanTimestamp.slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
  return `agent-discovery-${name}-${stamp}.csv`;
}
