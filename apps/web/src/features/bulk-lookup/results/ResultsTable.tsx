import type { ResultSort } from '@warranty/contracts/bulk-results';
import { useMemo } from 'react';
import { useMediaQuery } from '../../../lib/browser/use-media-query.ts';
import { useNow } from '../../../lib/browser/use-now.ts';
import { VirtualTable } from '../../../ui/table/VirtualTable.tsx';
import { type RowOpener, resultColumns } from './result-columns.tsx';
import { defaultColumns, type TableColumn } from './table-columns.ts';
import type { ResultRow } from './use-result-rows.ts';

interface ResultsTableProps {
  caption: string;
  columns?: readonly TableColumn[];
  count: number;
  /** Undefined while loading. */
  rowAt: (index: number) => ResultRow | undefined;
  onView?: (first: number, last: number) => void;
  opener?: RowOpener;
  openIndex?: number;
  sort?: ResultSort | null;
  /** Null if the rows cannot be sorted. */
  onSort?: ((sort: ResultSort | null) => void) | null;
}

export function ResultsTable(props: ResultsTableProps) {
  const { columns: shown = defaultColumns, opener, sort = null, onSort, ...rows } = props;
  const now = useNow();
  const columns = useMemo(() => resultColumns(shown, now, opener), [shown, now, opener]);
  const onOpen = useMemo(() => opener && (({ row }: ResultRow) => opener.open(row)), [opener]);
  const isCoarse = useMediaQuery('(pointer: coarse)');
  return (
    <VirtualTable
      {...{ ...rows, columns, onOpen }}
      rowHeight={isCoarse ? 44 : 36}
      sorting={onSort ? { sort, onSort: (next) => onSort(next as ResultSort | null) } : undefined}
    />
  );
}
