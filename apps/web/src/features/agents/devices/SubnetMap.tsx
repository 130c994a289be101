import type { DeviceKind } from '@warranty/contracts/agents';
import { useMemo } from 'react';
import { formatNumber } from '../../../lib/format/format-number.ts';
import { classes } from '../../../ui/classes.ts';
import { Card } from '../../../ui/layout/Card.tsx';
import { Details } from '../../../ui/layout/Details.tsx';
import { CountTable } from '../../../ui/table/CountTable.tsx';
import { Chip, type DeviceFiltersProps } from './DeviceFilters.tsx';
import { kindLabels } from './device-labels.ts';
import { columns, countKinds, layOutSubnets, type SubnetStrip } from './subnet-map.ts';

type SubnetMapProps = Pick<DeviceFiltersProps, 'devices' | 'filter' | 'onFilter'>;

const cell = 16;
/** Further subnets appear only in the table. */
const maxStrips = 16;

/** A letter for each kind, so that the map is readable without color. */
const marks: Record<DeviceKind, { letter: string; hue: number | null }> = {
  computer: { letter: 'C', hue: 0 },
  server: { letter: 'S', hue: 60 },
  network: { letter: 'N', hue: 130 },
  printer: { letter: 'P', hue: 190 },
  phone: { letter: 'T', hue: 240 },
  camera: { letter: 'V', hue: 280 },
  storage: { letter: 'D', hue: 320 },
  unknown: { letter: '?', hue: null },
};

function inkOf(kind: DeviceKind): string {
  const { hue } = marks[kind];
  return hue === null ? 'var(--unknown)' : `oklch(from var(--accent) l c calc(h + ${hue}))`;
}

/**
 * Shows subnets as strips of cells, with a letter and a color for each kind. The legend filters; the table has the numbers.
 */
export function SubnetMap({ devices, filter, onFilter }: SubnetMapProps) {
  const subnets = useMemo(() => layOutSubnets(devices), [devices]);
  return (
    <Card
      as="section"
      aria-labelledby="picture"
      className="gap-4 p-5 forced-colors:[--accent:Highlight] forced-colors:[--unknown:GrayText]"
    >
      <h2 id="picture" className="font-semibold text-lg">
        Scan overview
      </h2>
      <Legend devices={devices} filter={filter} onFilter={onFilter} />
      <div className="grid gap-4 xl:grid-cols-2">
        {subnets.slice(0, maxStrips).map((subnet) => (
          <Strip key={subnet.subnet} picture={subnet} filter={filter} onFilter={onFilter} />
        ))}
      </div>
      {devices.some(({ change }) => change === 'new') && (
        <p className="text-ink-2 text-sm">Outlined: not in the previous scan.</p>
      )}
      <Details summary="Show subnets as a table">
        <SubnetTable subnets={subnets} />
      </Details>
    </Card>
  );
}

function Legend({ devices, filter, onFilter }: SubnetMapProps) {
  return (
    <ul aria-label="Filter devices by type" className="flex flex-wrap gap-2">
      {countKinds(devices).map(({ kind, count }) => {
        const isOn = filter.kind === kind;
        return (
          <li key={kind}>
            <Chip
              icon={
                <svg aria-hidden="true" width={cell} height={cell}>
                  <Mark kind={kind} x={0} y={0} />
                </svg>
              }
              label={kindLabels[kind]}
              count={count}
              isOn={isOn}
              onPress={() => onFilter({ ...filter, kind: isOn ? 'all' : kind })}
            />
          </li>
        );
      })}
    </ul>
  );
}

function Mark({ kind, x, y }: { kind: DeviceKind; x: number; y: number }) {
  return (
    <>
      <rect x={x + 0.5} y={y + 0.5} width={cell - 1} height={cell - 1} rx={3} fill={inkOf(kind)} />
      <text
        x={x + cell / 2}
        y={y + cell / 2 + 3.5}
        textAnchor="middle"
        className="fill-on-accent font-semibold dark:fill-on-accent"
        fontSize={10}
      >
        {marks[kind].letter}
      </text>
    </>
  );
}

interface StripProps extends Omit<SubnetMapProps, 'devices'> {
  picture: SubnetStrip;
}

function Strip({ picture: { subnet, cells, rows, counts }, filter, onFilter }: StripProps) {
  const isOn = filter.subnet === subnet;
  const count = counts.reduce((sum, each) => sum + each.count, 0);
  return (
    <div className="min-w-0">
      <button
        type="button"
        aria-pressed={isOn}
        onClick={() => onFilter({ ...filter, subnet: isOn ? 'all' : subnet })}
        className={classes(
          'mb-1 inline-flex min-h-6 max-w-full items-center gap-2 rounded-sm px-1 text-sm hover:bg-hover pointer-coarse:min-h-11',
          isOn && 'bg-accent-soft',
        )}
      >
        <span className="truncate font-mono">{subnet}</span>
        <span className="text-ink-2 tabular-nums">{formatNumber(count)}</span>
      </button>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${columns * cell} ${rows * cell}`}
        className="block w-full max-w-160 rounded-sm bg-sunken"
      >
        {cells.map(({ device, column, row }) => (
          <g key={device.id} opacity={filter.kind === 'all' || filter.kind === device.kind ? 1 : 0.25}>
            <title>
              {[device.ip, device.hostname, kindLabels[device.kind], device.serial]
                .filter(Boolean)
                .join(' · ')}
            </title>
            <Mark kind={device.kind} x={column * cell} y={row * cell} />
            {device.change === 'new' && (
              <rect
                x={column * cell + 1}
                y={row * cell + 1}
                width={cell - 2}
                height={cell - 2}
                rx={3}
                fill="none"
                className="stroke-[1.5] stroke-ink"
              />
            )}
          </g>
        ))}
      </svg>
    </div>
  );
}

function SubnetTable({ subnets }: { subnets: SubnetStrip[] }) {
  const kinds = (Object.keys(marks) as DeviceKind[]).filter((kind) =>
    subnets.some(({ counts }) => counts.some((each) => each.kind === kind)),
  );
  return (
    <CountTable
      caption="Devices by subnet and type"
      rowHeading="Subnet"
      columns={kinds.map((kind) => kindLabels[kind])}
      rows={subnets.map(({ subnet, counts }) => ({
        label: subnet,
        counts: kinds.map((kind) => counts.find((each) => each.kind === kind)?.count ?? 0),
      }))}
      mono
    />
  );
}
