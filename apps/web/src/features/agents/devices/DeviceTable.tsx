import type { DiscoveredDevice } from '@warranty/contracts/agents';
import type { KeyboardEvent, ReactNode } from 'react';
import { classes } from '../../../ui/classes.ts';
import type { Column } from '../../../ui/table/use-data-table.ts';
import { VirtualTable } from '../../../ui/table/VirtualTable.tsx';
import { Address, ChangeBadge, EvaluateLink, Hardware, HostName, Ports } from './DeviceCells.tsx';
import { kindLabels } from './device-labels.ts';
import { byAddress, type DeviceSort, type SortKey, sortLabels } from './device-sort.ts';
import type { DeviceWarranties } from './use-device-warranties.ts';
import { WarrantyCell } from './WarrantyCell.tsx';

export interface DevicesProps {
  devices: DiscoveredDevice[];
  sort: DeviceSort;
  onSort: (sort: DeviceSort) => void;
  warranties: DeviceWarranties;
  onOpen: (device: DiscoveredDevice) => void;
}

/** Ports are the first to go if the table is narrow. The details have all of them. */
const portsColumn = '@max-[52rem]:hidden';

/** The others share what is left. */
const widths: Partial<Record<SortKey, string>> = {
  ip: 'w-36',
  type: 'w-19',
  serial: 'w-22',
  ports: `w-28 ${portsColumn}`,
  warranty: 'w-34',
};

/** A scan may have thousands of devices. */
export function DeviceTable({ devices, sort, onSort, warranties, onOpen }: DevicesProps) {
  return (
    <div className="@container">
      <VirtualTable
        caption="Discovered Devices"
        columns={columnsOf(warranties, onOpen)}
        count={devices.length}
        rowAt={(index) => devices[index]}
        keyAt={(index) => devices[index]?.id ?? `${index}`}
        rowHeight={41}
        fixed
        sorting={{
          sort,
          onSort: (next) => onSort((next as DeviceSort | null) ?? byAddress),
          isRequired: true,
        }}
        onKeyDown={moveFocus}
      />
    </div>
  );
}

function columnsOf(warranties: DeviceWarranties, onOpen: DevicesProps['onOpen']): Column<DiscoveredDevice>[] {
  return [
    column('ip', (device) => <Address device={device} onOpen={() => onOpen(device)} />, {
      header: true,
      className: 'h-10! py-0! pr-1.5! pl-4!',
    }),
    column(
      'hostname',
      ({ hostname }) =>
        hostname && (
          <span className="flex">
            <HostName>{hostname}</HostName>
          </span>
        ),
    ),
    column('type', (device) => (
      <>
        <span className="block leading-4">{kindLabels[device.kind]}</span>
        <span className="flex">
          <ChangeBadge device={device} />
        </span>
      </>
    )),
    column('hardware', (device) => <Hardware device={device} />),
    column(
      'serial',
      ({ serial }) => (
        <span className="block truncate" title={serial ?? undefined}>
          {serial}
        </span>
      ),
      { mono: true },
    ),
    column('ports', (device) => <Ports device={device} />, {
      className: `h-10! px-1.5! py-0! ${portsColumn}`,
    }),
    column('warranty', (device) => <WarrantyCell device={device} warranties={warranties} />),
    {
      id: 'actions',
      header: () => <span className="sr-only">Actions</span>,
      cell: ({ row }) => <EvaluateLink device={row.original} />,
      meta: { className: 'py-0! pr-2! pl-0! text-right', head: { className: 'w-19 px-1.5!' } },
    },
  ];
}

function column(
  id: SortKey,
  show: (device: DiscoveredDevice) => ReactNode,
  look: Column<DiscoveredDevice>['meta'] = {},
): Column<DiscoveredDevice> {
  return {
    id,
    header: sortLabels[id],
    accessorFn: (device) => device,
    cell: ({ row }) => show(row.original),
    meta: {
      className: 'h-10! px-1.5! py-0!',
      head: { className: classes('px-1.5! first:pl-4!', widths[id]) },
      ...look,
    },
  };
}

/** The arrow keys move between the addresses, so that a long table need not be passed with Tab. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const row = event.target instanceof HTMLElement && event.target.closest('tr');
  if (step === undefined || !row) return;
  const next = step > 0 ? row.nextElementSibling : row.previousElementSibling;
  const target = next?.querySelector('button');
  if (!target) return;
  event.preventDefault();
  target.focus();
}
