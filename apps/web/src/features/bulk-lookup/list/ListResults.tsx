import type { RowResult } from '@warranty/contracts/bulk-lookup';
import { isFailedOutcome } from '@warranty/contracts/row-outcome';
import { Download } from 'lucide-react';
import { useMemo } from 'react';
import { formatCount } from '../../../lib/format-number.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { Button } from '../../../ui/Button.tsx';
import { ResultsTable } from '../results/ResultsTable.tsx';
import { downloadName } from '../run/download.ts';
import { someFailed } from '../run/outcome-labels.ts';
import { listCsv, rowOf } from './list-items.ts';

export function ListResults({ results }: { results: readonly RowResult[] }) {
  const rows = useMemo(() => results.map(rowOf), [results]);
  const save = () =>
    saveFile(new File([listCsv(results)], downloadName(new Date(), 'csv'), { type: 'text/csv' }));
  return (
    <section aria-labelledby="list-results" className="space-y-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="list-results" className="font-semibold text-lg">
          Results{' '}
          <span className="font-normal text-ink-2 tabular-nums">{formatCount(rows.length, 'row')}</span>
        </h2>
        <Button variant="primary" icon={<Download aria-hidden size={16} />} onClick={save}>
          Download results
        </Button>
      </div>
      {rows.some(({ outcome }) => isFailedOutcome(outcome)) && (
        <Alert tone="danger" live="status" title={someFailed} />
      )}
      <ResultsTable caption="Results of the list" count={rows.length} rowAt={(at) => rows[at]} />
    </section>
  );
}
