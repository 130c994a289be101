import { useEffect, useState } from 'react';
import { formatCount } from '../../../lib/format/format-number.ts';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { Progress } from '../../../ui/feedback/Progress.tsx';
import { Checkbox } from '../../../ui/form/Checkbox.tsx';
import { PredictButton } from '../prediction/PredictButton.tsx';
import type { PredictorSession } from '../use-predictor-session.ts';
import { StepCard } from './StepCard.tsx';
import type { BulkState } from './use-assets.ts';

interface PredictionStepProps {
  state: Extract<BulkState, { step: 'prediction' }>;
  session: PredictorSession;
  onPredict: (useVendorDates: boolean) => void;
}

export function PredictionStep({ state, session, onPredict }: PredictionStepProps) {
  const { assets, since, problem } = state;
  const [useVendorDates, setVendorDates] = useState(false);
  return (
    <StepCard title="Prediction" assets={assets}>
      {problem && (
        <Alert tone="danger" title="Prediction failed" live="alert">
          {problem}
        </Alert>
      )}
      <Checkbox
        checked={useVendorDates}
        onCheckedChange={setVendorDates}
        disabled={since !== null}
        label="Look up ship dates from vendors"
        description="Each serial number that you have not looked up yet counts as a lookup. If no vendor responds, predictions use only your file."
      />
      <div>
        <PredictButton session={session} isPending={since !== null} onClick={() => onPredict(useVendorDates)}>
          Generate Predictions
        </PredictButton>
      </div>
      {since !== null && <Running since={since} rows={assets.read.rows} />}
    </StepCard>
  );
}

/** The remaining time is unknown, so this shows the elapsed time. */
function Running({ since, rows }: { since: number; rows: number }) {
  const [now, setNow] = useState(since);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <Progress
      label={`Predicting ${formatCount(rows, 'asset')}`}
      value={null}
      valueText={`${Math.round((now - since) / 1000)} s`}
    />
  );
}
