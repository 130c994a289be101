import type { AssetAnalysis, SuspiciousDate } from '@warranty/contracts/purchase-date';
import { ArrowRight, RotateCw } from 'lucide-react';
import { formatCount, formatNumber } from '../../../lib/format/format-number.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { Progress } from '../../../ui/feedback/Progress.tsx';
import { SheetChooser } from '../../../ui/form/SheetChooser.tsx';
import { Details } from '../../../ui/layout/Details.tsx';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import type { Column } from '../../../ui/table/use-data-table.ts';
import { Fact, FactList } from '../../../ui/text/FactList.tsx';
import { StepCard } from './StepCard.tsx';
import { type Assets, type BulkState, parsingErrors } from './use-assets.ts';

interface AnalysisStepProps {
  state: Extract<BulkState, { step: 'analysis' }>;
  onRetry: () => void;
  onSheet: (file: File, sheet: string) => void;
  onProceed: (analysis: AssetAnalysis) => void;
}

export function AnalysisStep({ state, onRetry, onSheet, onProceed }: AnalysisStepProps) {
  const { assets, analysis, problem } = state;
  const { selected } = assets;
  return (
    <StepCard title="Analysis" assets={assets}>
      {selected && selected.sheets.length > 1 && (
        <SheetChooser {...selected} onChoose={(sheet) => onSheet(selected.file, sheet)} />
      )}
      {assets.read.noticesCount > 0 && <ParsingErrors read={assets.read} />}
      {problem && (
        <Alert
          tone="danger"
          title="Analysis failed"
          live="alert"
          action={
            <Button icon={RotateCw} onClick={onRetry}>
              Try again
            </Button>
          }
        >
          {problem}
        </Alert>
      )}
      {!problem && !analysis && <Progress label="Analyzing the assets" value={null} />}
      {analysis && <Findings analysis={analysis} onProceed={() => onProceed(analysis)} />}
    </StepCard>
  );
}

/** Warnings only: the file was still read. */
function ParsingErrors({ read }: { read: Assets['read'] }) {
  const { notices, noticesCount } = read;
  return (
    <Alert tone="warning" title={parsingErrors(noticesCount)}>
      <Details summary="Lines with warnings">
        <ul className="space-y-1">
          {notices.map(({ line, message }) => (
            <li key={`${line} ${message}`}>{message}</li>
          ))}
        </ul>
        {noticesCount > notices.length && <p>and {formatNumber(noticesCount - notices.length)} more</p>}
      </Details>
    </Alert>
  );
}

function Findings({
  analysis: { analysis, insights },
  onProceed,
}: {
  analysis: AssetAnalysis;
  onProceed: () => void;
}) {
  const { dataQuality, predictionCapability, backTest, suspiciousDates, suspiciousDatesCount } = insights;
  return (
    <>
      <FactList>
        <Fact label="Total Assets" figure={formatNumber(analysis.totalAssets)} />
        <Fact label="With Purchase Dates" figure={formatNumber(analysis.assetsWithPurchaseDates)} />
        <Fact label="With Warranty Dates" figure={formatNumber(analysis.assetsWithWarrantyDates)} />
        <Fact label="Data Completeness" figure={`${Math.round(dataQuality.completenessScore)}%`} />
      </FactList>
      <Alert
        title="Expected Accuracy"
        action={
          <Button variant="primary" icon={ArrowRight} onClick={onProceed}>
            Proceed to Prediction
          </Button>
        }
      >
        <p>{predictionCapability.expectedAccuracy}</p>
        {backTest && <p>{backTest.sentence}</p>}
        <p className="mt-2 font-medium text-accent-strong">Recommended Approach</p>
        <p>{dataQuality.recommendedApproach}</p>
      </Alert>
      {suspiciousDatesCount > 0 && <SuspiciousDates dates={suspiciousDates} count={suspiciousDatesCount} />}
      <ColumnMappingTable columns={dataQuality.columns} />
    </>
  );
}

const suspiciousColumns: Column<SuspiciousDate>[] = [
  {
    header: 'Asset',
    cell: ({ row: { original } }) => original.serialNumber ?? original.assetId,
    meta: { header: true, cellProps: ({ serialNumber }) => ({ mono: serialNumber !== null }) },
  },
  { accessorKey: 'date', header: 'Entered date' },
  { accessorKey: 'sentence', header: 'Why', meta: { wrap: true } },
];

/** Entered dates that are impossible or are placeholders for "unknown". */
function SuspiciousDates({ dates, count }: { dates: SuspiciousDate[]; count: number }) {
  return (
    <Alert tone="warning" title={`${formatCount(count, 'entered date')} cannot be trusted`}>
      <p>These dates are treated as missing and predicted instead.</p>
      <Details summary="Show details" className="mt-1">
        <DataTable
          caption="Entered dates that cannot be trusted"
          className="max-h-80"
          columns={suspiciousColumns}
          rows={dates}
        />
        {count > dates.length && <p className="mt-1">and {formatNumber(count - dates.length)} more</p>}
      </Details>
    </Alert>
  );
}

const labels: Record<string, string> = {
  assetId: 'Asset',
  assetTag: 'Asset tag',
  typeName: 'Type',
  serialNumber: 'Serial number',
  manufacturer: 'Manufacturer',
  modelNumber: 'Model',
  warrantyExpire: 'Warranty end',
  warrantyStart: 'Warranty start',
  purchaseDate: 'Purchase date',
  shipDate: 'Ship date',
  description: 'Description',
  cpu: 'Processor',
};

type ReadColumn = AssetAnalysis['insights']['dataQuality']['columns'][number];

const tableColumns: Column<ReadColumn>[] = [
  {
    header: 'Read as',
    cell: ({ row: { original } }) => labels[original.field] ?? original.field,
    meta: { header: true },
  },
  { accessorKey: 'column', header: 'Your column' },
];

/** Shows how the header was interpreted, so that users notice mistakes here and not in odd results. */
function ColumnMappingTable({ columns }: { columns: ReadColumn[] }) {
  if (columns.length === 0) return null;
  return (
    <Details summary="How your columns were read">
      <DataTable
        caption="How your columns were read"
        className="max-w-120"
        columns={tableColumns}
        rows={columns}
      />
    </Details>
  );
}
