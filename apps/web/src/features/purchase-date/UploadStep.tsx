import { maxPredictionRows } from '@warranty/contracts/purchase-date';
import { FileSpreadsheet, FlaskConical } from 'lucide-react';
import { useState } from 'react';
import { formatNumber } from '../../lib/format-number.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Dropzone } from '../../ui/Dropzone.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { formatBytes } from '../../ui/format-bytes.ts';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { Progress } from '../../ui/Progress.tsx';
import { toast } from '../../ui/toast-store.ts';
import { sampleAssets } from './sample-assets.ts';
import type { BulkState } from './useAssets.ts';
import type { ImportedScan } from './useImportedScan.ts';

const hint = `One .csv file, up to ${formatNumber(maxPredictionRows)} rows. Rows are processed on this server and not stored.`;
const csvTypes = { 'text/csv': ['.csv'], 'application/vnd.ms-excel': ['.csv'] };
const wrongType = 'Please upload a CSV file';

interface UploadStepProps {
  state: Extract<BulkState, { step: 'upload' }>;
  scan: ImportedScan;
  onFile: (file: File) => void;
}

export function UploadStep({ state, scan, onFile }: UploadStepProps) {
  const [isRejected, setRejected] = useState(false);
  const refuse = () =>
    toast({ title: 'Invalid file type', description: `${wrongType}.`, variant: 'destructive' });

  const take = (file: File) => {
    const isCsv = /\.csv$/i.test(file.name);
    setRejected(!isCsv);
    if (isCsv) onFile(file);
    else refuse();
  };

  if (scan.isPending) return <LoadingState />;
  if (state.reading) return <Reading {...state.reading} />;
  return (
    <div className="space-y-6">
      {scan.problem && (
        <Alert
          tone="danger"
          title={scan.problem}
          live="alert"
          action={<Button onClick={scan.retry}>Try again</Button>}
        />
      )}
      <Dropzone
        label="Choose a CSV file"
        hint={hint}
        accept={csvTypes}
        onFile={take}
        onReject={(reason) => reason === 'type' && refuse()}
        rejectionMessages={{ type: wrongType, count: 'Drop one file at a time.' }}
        error={isRejected ? wrongType : state.problem}
      />
      <EmptyState
        icon={<FileSpreadsheet aria-hidden size={24} />}
        title="No CSV uploaded"
        action={
          <Button icon={<FlaskConical aria-hidden size={16} />} onClick={() => onFile(sampleAssets())}>
            Use a sample file
          </Button>
        }
      >
        Upload a list of assets. Missing purchase dates are estimated from the known ones and from serial
        numbers, models and warranty end dates.
      </EmptyState>
    </div>
  );
}

function Reading({ name, bytes, size }: { name: string; bytes: number; size: number }) {
  return (
    <Card className="gap-4 p-5">
      <p className="wrap-anywhere font-medium">{name}</p>
      <Progress
        label="Reading the file"
        value={bytes}
        max={Math.max(size, 1)}
        valueText={`${formatBytes(bytes)} of ${formatBytes(size)}`}
      />
    </Card>
  );
}
