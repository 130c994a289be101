import { maxPredictionRows } from '@warranty/contracts/purchase-date';
import { FileSpreadsheet, FlaskConical } from 'lucide-react';
import { useState } from 'react';
import { formatBytes } from '../../../lib/format/format-bytes.ts';
import { formatNumber } from '../../../lib/format/format-number.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { LoadingState } from '../../../ui/feedback/LoadingState.tsx';
import { Progress } from '../../../ui/feedback/Progress.tsx';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { SheetChooser } from '../../../ui/form/SheetChooser.tsx';
import { SpreadsheetDrop } from '../../../ui/form/SpreadsheetDrop.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import type { ImportedScan } from '../single/use-imported-scan.ts';
import { sampleAssets } from './sample-assets.ts';
import type { BulkState } from './use-assets.ts';

const hint = `One .csv or .xlsx file, up to ${formatNumber(maxPredictionRows)} rows. This server does not store it. Results stay in this browser for a day.`;
const wrongType = 'Please upload a CSV file';

interface UploadStepProps {
  state: Extract<BulkState, { step: 'upload' }>;
  scan: ImportedScan;
  /** Results of this tab are being restored. */
  isRestoring: boolean;
  onFile: (file: File, sheet?: string) => void;
}

export function UploadStep({ state, scan, isRestoring, onFile }: UploadStepProps) {
  const [isRejected, setRejected] = useState(false);
  const { refused } = state;
  const refuse = () =>
    toast({ title: 'Invalid file type', description: `${wrongType}.`, variant: 'destructive' });

  const take = (file: File) => {
    const isAccepted = /\.(?:csv|xlsx)$/i.test(file.name);
    setRejected(!isAccepted);
    if (isAccepted) onFile(file);
    else refuse();
  };

  if (scan.isPending || isRestoring) return <LoadingState />;
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
      <SpreadsheetDrop
        label="Choose a spreadsheet"
        hint={hint}
        onFile={take}
        onReject={(reason) => reason === 'type' && refuse()}
        rejectionMessages={{ type: wrongType }}
        error={isRejected ? wrongType : state.problem}
      />
      {refused && refused.sheets.length > 1 && (
        <SheetChooser {...refused} onChoose={(sheet) => onFile(refused.file, sheet)} />
      )}
      <EmptyState
        icon={FileSpreadsheet}
        title="No file yet"
        action={
          <Button icon={FlaskConical} onClick={() => onFile(sampleAssets())}>
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
      <h2 tabIndex={-1} className="wrap-anywhere font-medium focus-visible:outline-none">
        {name}
      </h2>
      <Progress
        label="Reading the file"
        value={bytes}
        max={Math.max(size, 1)}
        valueText={`${formatBytes(bytes)} of ${formatBytes(size)}`}
      />
    </Card>
  );
}
