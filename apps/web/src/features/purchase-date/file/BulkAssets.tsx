import { RotateCcw } from 'lucide-react';
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { formatCount } from '../../../lib/format/format-number.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Steps } from '../../../ui/layout/Steps.tsx';
import { ResultsStep } from '../results/ResultsStep.tsx';
import { useImportedScan } from '../single/use-imported-scan.ts';
import type { PredictorSession } from '../use-predictor-session.ts';
import { AnalysisStep } from './AnalysisStep.tsx';
import { PredictionStep } from './PredictionStep.tsx';
import { UploadStep } from './UploadStep.tsx';
import { type BulkState, initialBulkState, useAssets } from './use-assets.ts';

const steps = ['Upload CSV', 'Analysis', 'Prediction', 'Results'];
const stepNames = ['upload', 'analysis', 'prediction', 'results'];

interface BulkAssetsProps {
  session: PredictorSession;
  /** Id of a scan whose devices become the rows. */
  discovery: string | null;
  onDiscoveryDone: () => void;
}

/** Predicts a file of assets in four steps. */
export function BulkAssets({ session, discovery, onDiscoveryDone }: BulkAssetsProps) {
  const { state, ...assets } = useAssets(session, discovery === null);
  const place = useRef<HTMLDivElement>(null);
  useStepFocus(place, state);
  const scan = useImportedScan(discovery, session, assets.takeRows);
  // From then on, a reload restores the results; opening the scan again evaluates it again.
  const isSaved = state.step === 'results' && state.isSaved === true;
  const onSaved = useEffectEvent(onDiscoveryDone);
  useEffect(() => {
    if (isSaved) onSaved();
  }, [isSaved]);
  const startOver = () => {
    assets.startOver();
    onDiscoveryDone();
    // The focused element is removed together with the file.
    document.querySelector('main')?.focus({ preventScroll: true });
  };
  return (
    <div ref={place} className="space-y-6">
      <div className="flex flex-wrap items-center gap-x-8 gap-y-3">
        <div className="min-w-0 flex-[1_1_32rem]">
          <Steps label="Progress" steps={steps} current={stepNames.indexOf(state.step)} />
        </div>
        <Button
          icon={RotateCcw}
          disabled={state === initialBulkState && scan.problem === null}
          onClick={startOver}
        >
          Start Over
        </Button>
      </div>
      <p role="status" className="sr-only">
        {spoken(state)}
      </p>
      {state.step === 'upload' && (
        <UploadStep state={state} scan={scan} isRestoring={assets.isRestoring} onFile={assets.chooseFile} />
      )}
      {state.step === 'analysis' && (
        <AnalysisStep
          state={state}
          onRetry={() => assets.analyze(state.assets)}
          onSheet={assets.chooseFile}
          onProceed={(analysis) => assets.proceed(state.assets, analysis)}
        />
      )}
      {state.step === 'prediction' && (
        <PredictionStep
          state={state}
          session={session}
          onPredict={(useVendorDates) => assets.predict(state.assets, state.analysis, useVendorDates)}
        />
      )}
      {state.step === 'results' && <ResultsStep key={state.assets.file.id} state={state} />}
    </div>
  );
}

/** Announced to screen readers when a step is done. */
function spoken(state: BulkState): string {
  if (state.step === 'analysis' && state.analysis)
    return `Analysis done: ${formatCount(state.assets.read.rows, 'asset')}.`;
  if (state.step === 'results') return state.summary.counts.sentence;
  return '';
}

/**
 * A step replaces the control that was used last, and with it the focus. It goes to the heading of the step, so that the
 * keyboard and screen readers continue there.
 */
function useStepFocus(place: RefObject<HTMLElement | null>, state: object): void {
  const last = useRef(state);
  useEffect(() => {
    if (last.current === state) return;
    last.current = state;
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (isLost) place.current?.querySelector<HTMLElement>('h2[tabindex]')?.focus({ preventScroll: true });
  }, [place, state]);
}
