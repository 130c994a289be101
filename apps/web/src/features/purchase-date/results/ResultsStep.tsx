import { useMutation } from '@tanstack/react-query';
import { confidences, type PredictionCounts } from '@warranty/contracts/purchase-date';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../../lib/api/error-text.ts';
import { saveFile } from '../../../lib/files/save-file.ts';
import { formatCount, formatNumber } from '../../../lib/format/format-number.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { Field } from '../../../ui/form/Field.tsx';
import { OptionalSelect } from '../../../ui/form/OptionalSelect.tsx';
import { SearchField } from '../../../ui/form/SearchField.tsx';
import { Fact, FactList } from '../../../ui/text/FactList.tsx';
import { StepCard } from '../file/StepCard.tsx';
import type { Assets, BulkState } from '../file/use-assets.ts';
import { confidenceLabels, knownLabel } from '../prediction/labels.ts';
import { PredictionSheet } from './PredictionSheet.tsx';
import { ownFileName, predictionFileName } from './prediction-file.ts';
import type { ConfidenceFilter } from './prediction-rows.ts';
import { ResultsTable } from './ResultsTable.tsx';
import { usePredictionRows } from './use-prediction-rows.ts';
import { YearChart } from './YearChart.tsx';

type ResultsState = Extract<BulkState, { step: 'results' }>;

export function ResultsStep({ state }: { state: ResultsState }) {
  const { assets, analysis, summary, isSaved } = state;
  const { backTest } = analysis.insights;
  return (
    <div className="space-y-6">
      <StepCard title="Results" assets={assets} action={<Exports assets={assets} />}>
        <Counts counts={summary.counts} />
        {backTest && (
          <p className="text-ink-2">
            Measured on the known dates in your file: {lowerFirst(backTest.sentence)}
          </p>
        )}
        {isSaved === false && (
          <p className="text-ink-2">
            These results are too large for the storage of this browser. Export them before you reload the
            page.
          </p>
        )}
        {summary.ownDates && <Alert title="Known from your lookups">{summary.ownDates.sentence}</Alert>}
        {summary.vendorDates && <Alert title="Vendor dates">{summary.vendorDates.sentence}</Alert>}
        {summary.conflicts > 0 && (
          <Alert tone="warning" title={`Conflicting evidence for ${formatCount(summary.conflicts, 'asset')}`}>
            These assets are marked in the table and never rated high confidence.
          </Alert>
        )}
        <YearChart years={summary.years} />
      </StepCard>
      <Predictions state={state} />
    </div>
  );
}

const lowerFirst = (sentence: string) => sentence.charAt(0).toLowerCase() + sentence.slice(1);

/** Known dates have a count of their own, and the others are about predicted ones. */
function Counts({ counts }: { counts: PredictionCounts }) {
  const { known, predicted, low, sentence } = counts;
  return (
    <>
      <p className="font-medium">{sentence}</p>
      <FactList columns={5}>
        {confidences.map((confidence) => (
          <Fact
            key={confidence}
            label={`${confidenceLabels[confidence]} confidence`}
            figure={formatNumber(counts[confidence])}
          />
        ))}
        <Fact label="High/medium" figure={formatNumber(predicted - low)}>
          <span className="text-ink-2 tabular-nums">of {formatNumber(predicted)}</span>
        </Fact>
        <Fact label={knownLabel} figure={formatNumber(known)} />
      </FactList>
    </>
  );
}

function Exports({ assets: { name, source, file, read } }: { assets: Assets }) {
  return (
    <div className="flex flex-wrap gap-2 max-sm:w-full">
      <ExportButton
        label={`Export your ${source} with predictions`}
        make={() => file.ask('exportOwnFile', {})}
        nameAt={(now) => ownFileName(name, read.format, now)}
      />
      <ExportButton
        label="Export CSV"
        variant="primary"
        make={() => file.ask('export', {})}
        nameAt={predictionFileName}
      />
    </div>
  );
}

interface ExportButtonProps {
  label: string;
  variant?: 'primary' | 'secondary';
  make: () => Promise<Blob>;
  nameAt: (now: Date) => string;
}

function ExportButton({ label, variant = 'secondary', make, nameAt }: ExportButtonProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const file = await make();
      saveFile(new File([file], nameAt(new Date()), { type: file.type }));
    },
    onError: (error) => {
      const description = `Failed to generate CSV: ${messageOf(error)}`;
      toast({ title: 'Export Failed', description, variant: 'destructive' });
    },
  });
  return (
    <Button
      variant={variant}
      icon={Download}
      busy={isPending}
      className="max-sm:w-full"
      onClick={() => mutate()}
    >
      {label}
    </Button>
  );
}

const options: { value: ConfidenceFilter; label: string }[] = [
  ...confidences.map((value) => ({ value, label: `${confidenceLabels[value]} confidence` })),
  { value: 'known', label: knownLabel },
];

/** The table, its filters, and the evidence for one row. */
function Predictions({ state: { assets } }: { state: ResultsState }) {
  const [confidence, setConfidence] = useState<ConfidenceFilter | null>(null);
  const [search, setSearch] = useState('');
  const [shown, setShown] = useState<number | null>(null);
  const rows = usePredictionRows(assets.file, { confidence, search });
  return (
    <section aria-label="Predictions" className="space-y-4">
      <div className="grid gap-3 sm:grid-cols-[minmax(0,24rem)_14rem]">
        <SearchField placeholder="Serial number, model or explanation" onSearch={setSearch} />
        <Field label="Confidence">
          <OptionalSelect
            none="All assets"
            options={options}
            value={confidence ?? ''}
            onValueChange={(value) =>
              setConfidence(options.find((one) => one.value === value)?.value ?? null)
            }
          />
        </Field>
      </div>
      {rows.count === 0 && !rows.isPending ? (
        <p className="rounded-card border border-line border-dashed p-6 text-center text-ink-2">
          No matching assets.
        </p>
      ) : (
        <ResultsTable {...rows} onShow={setShown} />
      )}
      <PredictionSheet file={assets.file} at={shown} onClose={() => setShown(null)} />
    </section>
  );
}
