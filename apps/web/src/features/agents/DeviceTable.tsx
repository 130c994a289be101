import { useVirtualizer } from '@tanstack/react-virtual';
import type { DiscoveredDevice } from '@warranty/contracts/agents';
import { type KeyboardEvent, useRef } from 'react';
import { classes } from '../../ui/classes.ts';
import { Table, TableBody, TableHead, TableHeaderCell, TableRow, TableSpace } from '../../ui/Table.tsx';
import { DeviceCells, portsColumn } from './DeviceCells.tsx';
import { type DeviceSort, nextSort, type SortKey, sortKeys, sortLabels } from './device-sort.ts';
import type { DeviceWarranties } from './use-device-warranties.ts';

export interface DevicesProps {
  devices: DiscoveredDevice[];
  sort: DeviceSort;
  onSort: (sort: DeviceSort) => void;
  warranties: DeviceWarranties;
  onOpen: (device: DiscoveredDevice) => void;
}

const rowHeight = 41;
const columnCount = sortKeys.length + 1;

/** The others share what is left. */
const widths: Partial<Record<SortKey, string>> = {
  ip: 'w-36',
  type: 'w-19',
  serial: 'w-22',
  ports: `w-28 ${portsColumn}`,
  warranty: 'w-34',
};

/** Renders only the rows in view: a scan may have thousands of devices. */
export function DeviceTable({ devices, sort, onSort, warranties, onOpen }: DevicesProps) {
  const scroll = useRef<HTMLElement>(null);
  const rows = useVirtualizer({
    count: devices.length,
    getScrollElement: () => scroll.current,
    getItemKey: (index) => devices[index]?.id ?? index,
    estimateSize: () => rowHeight,
    overscan: 8,
  });
  const items = rows.getVirtualItems();
  const [first, last] = [items[0], items.at(-1)];
  return (
    <div className="@container">
      <Table
        caption="Discovered Devices"
        scrollRef={scroll}
        rowCount={devices.length + 1}
        fixed
        className="max-h-[min(40rem,75dvh)] scroll-pt-9"
      >
        <TableHead>
          <TableRow aria-rowindex={1}>
            {sortKeys.map((key) => (
              <TableHeaderCell
                key={key}
                sort={sort.key !== key ? 'none' : sort.descending ? 'descending' : 'ascending'}
                onSort={() => onSort(nextSort(sort, key))}
                className={classes('px-1.5! first:pl-4!', widths[key])}
              >
                {sortLabels[key]}
              </TableHeaderCell>
            ))}
            <TableHeaderCell className="w-19 px-1.5!">
              <span className="sr-only">Actions</span>
            </TableHeaderCell>
          </TableRow>
        </TableHead>
        <TableBody onKeyDown={moveFocus}>
          <TableSpace columns={columnCount} height={first?.start ?? 0} />
          {items.map(({ key, index }) => {
            const device = devices[index];
            return (
              device && (
                <TableRow key={key} ref={rows.measureElement} data-index={index} aria-rowindex={index + 2}>
                  <DeviceCells device={device} warranties={warranties} onOpen={() => onOpen(device)} />
                </TableRow>
              )
            );
          })}
          <TableSpace columns={columnCount} height={rows.getTotalSize() - (last?.end ?? 0)} />
        </TableBody>
      </Table>
    </div>
  );
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
