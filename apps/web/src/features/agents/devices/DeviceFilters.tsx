import type { DeviceKind, DiscoveredDevice } from '@warranty/contracts/agents';
import { Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatCount, formatNumber } from '../../../lib/format/format-number.ts';
import { classes } from '../../../ui/classes.ts';
import { Input } from '../../../ui/form/Input.tsx';
import { Select } from '../../../ui/form/Select.tsx';
import {
  countShown,
  type DeviceFilter,
  type DeviceFilterOption,
  maxSearchLength,
  noFilter,
} from './device-filter.ts';
import { kindLabels } from './device-labels.ts';
import { countKinds } from './subnet-map.ts';

export interface DeviceFiltersProps {
  devices: DiscoveredDevice[];
  shownCount: number;
  hasPrevious: boolean;
  filter: DeviceFilter;
  onFilter: (filter: DeviceFilter) => void;
  /** When the search field loses the focus. */
  onLeaveSearch: () => void;
  /** The order, if no table header can change it. */
  order: ReactNode;
}

const chips: { show: DeviceFilterOption; label: string; needsPrevious?: boolean }[] = [
  { show: 'new', label: 'New', needsPrevious: true },
  { show: 'moved', label: 'Moved', needsPrevious: true },
  { show: 'serial', label: 'Has serial number' },
  { show: 'random', label: 'Random MAC' },
];

export function DeviceFilters(props: DeviceFiltersProps) {
  const { devices, shownCount, hasPrevious, filter, onFilter } = props;
  const kinds = countKinds(devices);
  return (
    <div className="space-y-2">
      <div className="flex flex-wrap gap-2">
        <div className="relative min-w-0 flex-[1_1_16rem]">
          <Search
            aria-hidden
            size={16}
            className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-ink-3"
          />
          <Input
            type="search"
            aria-label="Search devices"
            placeholder="Search by address, name, manufacturer, serial or port"
            value={filter.search}
            className="pl-9"
            onChange={(event) => onFilter({ ...filter, search: event.target.value })}
            onBlur={props.onLeaveSearch}
            maxLength={maxSearchLength}
            autoComplete="off"
            spellCheck={false}
          />
        </div>
        <div className="w-44 max-sm:w-full">
          <Select
            aria-label="Device type"
            value={filter.kind}
            options={[
              { value: 'all', label: 'All types' },
              ...kinds.map(({ kind, count }) => ({
                value: kind,
                label: kindLabels[kind],
                hint: formatNumber(count),
              })),
            ]}
            onValueChange={(kind) => onFilter({ ...filter, kind: kind as DeviceKind | 'all' })}
          />
        </div>
        {props.order}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {chips
          .filter(({ needsPrevious }) => hasPrevious || !needsPrevious)
          .map(({ show, label }) => (
            <Chip
              key={show}
              label={label}
              count={countShown(devices, show)}
              isOn={filter.show === show}
              onPress={() => onFilter({ ...filter, show: filter.show === show ? 'all' : show })}
            />
          ))}
        {filter.subnet !== noFilter.subnet && (
          <Chip
            label={filter.subnet}
            count={countShown(devices, 'all', filter.subnet)}
            isOn
            onPress={() => onFilter({ ...filter, subnet: noFilter.subnet })}
          />
        )}
        <p role="status" className="ml-auto text-ink-2 text-sm tabular-nums">
          {shownCount === devices.length
            ? formatCount(shownCount, 'device')
            : `${formatNumber(shownCount)} of ${formatCount(devices.length, 'device')}`}
        </p>
      </div>
    </div>
  );
}

interface ChipProps {
  icon?: ReactNode;
  label: string;
  count: number;
  isOn: boolean;
  onPress: () => void;
}

/** A filter that can be turned on, with the number of its devices. */
export function Chip({ icon, label, count, isOn, onPress }: ChipProps) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      disabled={count === 0 && !isOn}
      onClick={onPress}
      className={classes(
        'inline-flex min-h-7 items-center gap-2 rounded-control border px-2.5 py-1 text-sm tabular-nums enabled:hover:bg-hover disabled:cursor-not-allowed disabled:text-ink-3 pointer-coarse:min-h-11',
        isOn ? 'border-accent bg-accent-soft' : 'border-line',
      )}
    >
      {icon}
      {label}
      <span className="font-medium">{formatNumber(count)}</span>
    </button>
  );
}
