import type { AssetAnalysis, SuspiciousDate } from '@warranty/contracts/purchase-date';
import { ArrowRight, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatCount, formatNumber } from '../../../lib/format/format-number.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { Progress } from '../../../ui/feedback/Progress.tsx';
import { SheetChooser } from '../../../ui/form/SheetChooser.tsx';
import { Details } from '../../../ui/layout/Details.tsx';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import type { Column } from '../../../ui/table/use-data-table.ts';
import { Fact, FactList } from '../../../ui/text/FactList.tsx';
import { ColumnMappingTable } from './ColumnMappingTable.tsx';
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
            <Button icon={<RotateCw aria-hidden size={16} />} onClick={onRetry}>
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
        <Fact label="Total Assets">
          <Figure>{formatNumber(analysis.totalAssets)}</Figure>
        </Fact>
        <Fact label="With Purchase Dates">
          <Figure>{formatNumber(analysis.assetsWithPurchaseDates)}</Figure>
        </Fact>
        <Fact label="With Warranty Dates">
          <Figure>{formatNumber(analysis.assetsWithWarrantyDates)}</Figure>
        </Fact>
        <Fact label="Data Completeness">
          <Figure>{Math.round(dataQuality.completenessScore)}%</Figure>
        </Fact>
      </FactList>
      <Alert
        title="Expected Accuracy"
        action={
          <Button variant="primary" icon={<ArrowRight aria-hidden size={16} />} onClick={onProceed}>
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

function Figure({ children }: { children: ReactNode }) {
  return <span className="font-semibold text-xl tabular-nums">{children}</span>;
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
