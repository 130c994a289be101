import type { DiscoveredDevice } from '@warranty/contracts/agents';
import { writeCsv } from '@warranty/domain/csv/write';
import { statusNow } from '../../../shared/warranty/warranty-status.ts';
import { kindLabels, portsOf } from './device-labels.ts';
import { type Answers, type DeviceWarranty, resultOf } from './device-warranty.ts';

interface Row {
  device: DiscoveredDevice;
  warranty: DeviceWarranty | undefined;
  result: ReturnType<typeof resultOf>;
  now: Date;
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
  ['Warranty Status', ({ result, now }) => result && statusNow(result, now)],
  ['Warranty Start Date', ({ result }) => result?.startDate],
  ['Warranty End Date', ({ result }) => result?.endDate],
  ['Service Level', ({ result }) => result?.serviceLevel],
  ['System Description', ({ result }) => result?.hardware.systemDescription],
  ['Warranty Source', ({ result }) => sourceOf(result?.source)],
  [
    'Warranty Error',
    ({ warranty, result }) => (warranty?.state === 'failed' ? warranty.text : result?.error),
  ],
];

function sourceOf(source: NonNullable<Row['result']>['source'] | undefined): string | null {
  return source ? `${source.vendor}${source.demo ? ' (sample data)' : ''}` : null;
}

/** Writes devices in the CSV format shared by all exports. Includes warranty columns if anything was looked up. */
export function deviceCsv(devices: readonly DiscoveredDevice[], answers: Answers, now: Date): string {
  const written = answers.size > 0 ? [...columns, ...warrantyColumns] : columns;
  const rows = devices.map((device) => {
    const warranty = answers.get(device.id);
    const row = { device, warranty, result: resultOf(warranty), now };
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
