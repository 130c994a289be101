import { useQuery } from '@tanstack/react-query';
import type { BulkRun } from '@warranty/contracts/bulk-lookup';
import { readBulkColumns } from '@warranty/contracts/bulk-results';
import { useMemo } from 'react';
import { call } from '../../../lib/api/api.ts';
import { withErrorMessage } from '../../../lib/api/error-text.ts';
import { createStoredList } from '../../../lib/storage/stored-list.ts';
import { runKey } from '../run/use-runs.ts';
import { defaultKeys, isFileColumnKey, tableColumns } from './table-columns.ts';

const none: string[] = [];

/** The keys of the chosen columns; empty until the user chooses. Not more than fit into the storage. */
const chosen = createStoredList({
  key: 'bulk-result-columns',
  maxItems: 200,
  isItem: (value): value is string => typeof value === 'string',
});

/** Names of the file's columns; they never change. */
export function useFileColumns(run: BulkRun, enabled: boolean) {
  return useQuery({
    queryKey: [...runKey(run.id), 'columns'],
    queryFn: async () => {
      const reading = call(readBulkColumns, { params: { runId: run.id } });
      return (await withErrorMessage('Failed to load the columns of your file.', reading)).columns;
    },
    enabled,
  });
}

/** The columns of the results, as chosen in this browser. */
export function useTableColumns(run: BulkRun) {
  const stored = chosen.useItems();
  const keys = stored.length > 0 ? stored : defaultKeys;
  const { data: fileColumns = none } = useFileColumns(run, keys.some(isFileColumnKey));
  const columns = useMemo(() => tableColumns(keys, fileColumns), [keys, fileColumns]);
  return {
    columns,
    keys,
    isDefault: stored.length === 0,
    toggle: (key: string, isShown: boolean) => {
      const others = keys.filter((one) => one !== key);
      chosen.change(isShown ? [key, ...others] : others);
    },
    reset: () => chosen.change([]),
  };
}
