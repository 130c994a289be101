import type { RowResult } from '@warranty/contracts/csv-enrichment';
import { isFailedOutcome } from '@warranty/contracts/row-outcome';
import { Download, Search } from 'lucide-react';
import { useMemo } from 'react';
import { saveFile } from '../../../lib/files/save-file.ts';
import { formatCount } from '../../../lib/format/format-number.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { ResultsTable } from '../results/result-columns.tsx';
import { downloadName } from '../run/download.ts';
import { someFailed } from '../run/outcome-labels.ts';
import { listCsv, rowOf } from './list-items.ts';

interface ListResultsProps {
  results: readonly RowResult[];
  /** The last known results of an earlier list. */
  isCached: boolean;
  onLookUp: () => void;
}

export function ListResults({ results, isCached, onLookUp }: ListResultsProps) {
  // Without a vendor call, a device that the server does not know has nothing to show.
  const known = useMemo(() => results.filter(({ outcome }) => outcome !== 'pending'), [results]);
  const rows = useMemo(() => known.map(rowOf), [known]);
  const missing = results.length - known.length;
  const save = () => {
    const now = new Date();
    saveFile(new File([listCsv(known, now)], downloadName(now, 'csv'), { type: 'text/csv' }));
  };
  return (
    <section aria-labelledby="list-results" className="space-y-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="list-results" className="font-semibold text-lg">
          Results{' '}
          <span className="font-normal text-ink-2 tabular-nums">{formatCount(rows.length, 'row')}</span>
        </h2>
        {rows.length > 0 && (
          <Button variant="primary" icon={Download} onClick={save}>
            Download results
          </Button>
        )}
      </div>
      {isCached && (
        <Alert
          title={
            missing > 0 ? `${formatCount(missing, 'device')} without a saved result` : 'Last known results'
          }
          live="status"
          action={
            <Button size="sm" icon={Search} onClick={onLookUp}>
              Look up again
            </Button>
          }
        >
          These are the results of earlier lookups. Look up the list again for current ones.
        </Alert>
      )}
      {rows.some(({ outcome }) => isFailedOutcome(outcome)) && (
        <Alert tone="danger" live="status" title={someFailed} />
      )}
      {rows.length > 0 && (
        <ResultsTable caption="Results of the list" count={rows.length} rowAt={(at) => rows[at]} />
      )}
    </section>
  );
}
