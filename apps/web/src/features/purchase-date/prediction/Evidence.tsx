import type { Prediction, PredictionEvidence } from '@warranty/contracts/purchase-date';
import { formatDate } from '../../../lib/format/format-date.ts';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { Details } from '../../../ui/layout/Details.tsx';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import type { Column } from '../../../ui/table/use-data-table.ts';
import { EvidenceChart } from './EvidenceChart.tsx';
import { evidenceLabels, methodLabels, periodOf } from './labels.ts';

const percent = (share: number) => `${Math.round(share * 100)}%`;

/** The evidence behind a prediction: every date, its weight, and conflicts. */
export function Evidence({ prediction }: { prediction: Prediction }) {
  const { evidence, conflicts, matchedAssets, alternativeDates } = prediction;
  return (
    <div className="space-y-4">
      {conflicts.length > 0 && (
        <Alert tone="warning" title="Conflicting evidence">
          {conflicts.map((conflict) => (
            <p key={conflict}>{conflict}</p>
          ))}
        </Alert>
      )}
      <section>
        <h3 className="font-semibold">Evidence</h3>
        {evidence.length === 0 ? (
          <p className="mt-1 text-ink-2">No evidence for a purchase date was found.</p>
        ) : (
          <>
            <div className="mt-3 pl-5">
              <EvidenceChart prediction={prediction} />
            </div>
            <ol className="mt-2 divide-y divide-line border-line border-t">
              {evidence.map((each, index) => (
                <EvidenceItem key={`${each.kind} ${each.sentence}`} evidence={each} number={index + 1} />
              ))}
            </ol>
          </>
        )}
      </section>
      {matchedAssets.length > 0 && (
        <Details summary="Similar assets in your file">
          <DataTable
            caption="Assets in your file that support the prediction"
            columns={matchedColumns}
            rows={matchedAssets}
          />
        </Details>
      )}
      {alternativeDates.length > 0 && (
        <Details summary="Prediction by each type of evidence alone">
          <DataTable
            caption="Prediction by each type of evidence alone"
            columns={alternativeColumns}
            rows={alternativeDates}
          />
        </Details>
      )}
    </div>
  );
}

function EvidenceItem({ evidence, number }: { evidence: PredictionEvidence; number: number }) {
  const { kind, date, range, weight, sentence } = evidence;
  return (
    <li className="py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="font-medium">
          <span aria-hidden className="mr-2 text-ink-2 tabular-nums">
            {number}
          </span>
          {evidenceLabels[kind]}
        </p>
        <p className="text-ink-2 text-sm tabular-nums">
          {date ? formatDate(date) : range ? periodOf(range) : 'No date'}, weight {percent(weight)}
        </p>
      </div>
      <p className="mt-0.5 wrap-anywhere text-ink-2">{sentence}</p>
    </li>
  );
}

const matchedColumns: Column<Prediction['matchedAssets'][number]>[] = [
  { accessorKey: 'assetId', header: 'Asset', meta: { header: true } },
  { accessorKey: 'serialNumber', header: 'Serial Number', meta: { mono: true } },
  { header: 'Purchase Date', cell: ({ row }) => formatDate(row.original.purchaseDate) },
];

const alternativeColumns: Column<Prediction['alternativeDates'][number]>[] = [
  { header: 'Date', cell: ({ row }) => formatDate(row.original.date), meta: { header: true } },
  { header: 'Method', cell: ({ row }) => methodLabels[row.original.method] },
  {
    header: 'Within one year',
    cell: ({ row }) => percent(row.original.confidence),
    meta: { numeric: true },
  },
];
