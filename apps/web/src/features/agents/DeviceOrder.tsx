import { ArrowDown, ArrowUp } from 'lucide-react';
import { IconButton } from '../../ui/IconButton.tsx';
import { Select } from '../../ui/Select.tsx';
import { type DeviceSort, nextSort, type SortKey, sortKeys, sortLabels } from './device-sort.ts';

interface DeviceOrderProps {
  sort: DeviceSort;
  onSort: (sort: DeviceSort) => void;
}

/** Replaces the headers of the table on narrow screens. */
export function DeviceOrder({ sort, onSort }: DeviceOrderProps) {
  const Icon = sort.descending ? ArrowDown : ArrowUp;
  return (
    <div className="flex w-full gap-2">
      <Select
        aria-label="Sort by"
        value={sort.key}
        options={sortKeys.map((key) => ({ value: key, label: `Sort by ${sortLabels[key]}` }))}
        onValueChange={(key) => onSort({ key: key as SortKey, descending: false })}
      />
      <IconButton
        label={sort.descending ? 'Sort ascending' : 'Sort descending'}
        variant="secondary"
        icon={<Icon aria-hidden size={16} />}
        onClick={() => onSort(nextSort(sort, sort.key))}
      />
    </div>
  );
}
