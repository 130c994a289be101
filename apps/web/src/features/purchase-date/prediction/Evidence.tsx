import type { Prediction, PredictionEvidence } from '@warranty/contracts/purchase-date';
import { formatDate } from '../../../lib/format/format-date.ts';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { Details } from '../../../ui/layout/Details.tsx';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import type { Column } from '../../../ui/table/use-data-table.ts';
import { type EvidenceAxis, evidenceAxis } from './evidence-axis.ts';
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

const rowHeight = 20;
const top = 6;

/** Small ranges on a common axis. Hidden from screen readers: the list below has the same content. */
function EvidenceChart({ prediction }: { prediction: Prediction }) {
  const axis = evidenceAxis(prediction);
  if (!axis) return null;
  const height = top + axis.rows.length * rowHeight;
  return (
    <svg
      aria-hidden="true"
      width="100%"
      height={height + 24}
      className="block overflow-visible text-xs tabular-nums"
    >
      {axis.interval && (
        <rect
          x={`${axis.interval.from}%`}
          width={`${axis.interval.to - axis.interval.from}%`}
          y="0"
          height={height}
          className="fill-accent-soft"
        />
      )}
      {axis.estimate !== null && (
        <line
          x1={`${axis.estimate}%`}
          x2={`${axis.estimate}%`}
          y1="0"
          y2={height}
          strokeWidth="2"
          className="stroke-accent"
        />
      )}
      {axis.rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the order never changes
        <Row key={index} row={row} y={top + index * rowHeight + rowHeight / 2 - 3} number={index + 1} />
      ))}
      <line x1="0" x2="100%" y1={height} y2={height} className="stroke-line-strong" />
      {axis.years.map(({ year, at }) => (
        <g key={year}>
          <line x1={`${at}%`} x2={`${at}%`} y1={height} y2={height + 6} className="stroke-line-strong" />
          <text x={`${at}%`} dx="4" y={height + 16} className="fill-ink-2">
            {year}
          </text>
        </g>
      ))}
    </svg>
  );
}

function Row({ row, y, number }: { row: EvidenceAxis['rows'][number]; y: number; number: number }) {
  return (
    <g>
      {row.range && (
        <line
          x1={`${row.range.from}%`}
          x2={`${row.range.to}%`}
          y1={y}
          y2={y}
          strokeWidth="4"
          strokeLinecap="round"
          className="stroke-ink-3"
        />
      )}
      {row.date !== null && <circle cx={`${row.date}%`} cy={y} r="4.5" className="fill-ink stroke-surface" />}
      <text x="0" dx="-16" dy="4" y={y} className="fill-ink-2">
        {number}
      </text>
    </g>
  );
}
