import type { AssetAnalysis } from '@warranty/contracts/purchase-date';
import { useCallback, useEffect, useRef, useState } from 'react';
import { messageOf, userMessageOr } from '../../lib/error-text.ts';
import { FileReadError } from '../../lib/file-error.ts';
import { toast } from '../../ui/toast-store.ts';
import { type AssetFile, openAssetFile } from './asset-file.ts';
import type { AssetFileSummary, PredictionSummary } from './asset-messages.ts';
import type { PredictorSession } from './usePredictorSession.ts';

export interface Assets {
  name: string;
  source: 'file' | 'scan';
  file: AssetFile;
  read: AssetFileSummary;
}

export type BulkState =
  | { step: 'upload'; reading: { name: string; bytes: number; size: number } | null; problem: string | null }
  /** In progress while there is neither an analysis nor a problem. */
  | { step: 'analysis'; assets: Assets; analysis: AssetAnalysis | null; problem: string | null }
  | {
      step: 'prediction';
      assets: Assets;
      analysis: AssetAnalysis;
      since: number | null;
      problem: string | null;
    }
  | { step: 'results'; assets: Assets; analysis: AssetAnalysis; summary: PredictionSummary };

export const initialBulkState: BulkState = { step: 'upload', reading: null, problem: null };

const analysisFailed = 'Failed to analyze dataset';
const predictionFailed = 'Failed to predict purchase dates';

interface Given extends Pick<Assets, 'name' | 'source'> {
  /** In bytes. */
  size: number;
}

type Give = (file: AssetFile) => Promise<AssetFileSummary>;

/** The assets, from dropping their file to their predictions. */
export function useAssets(session: PredictorSession) {
  const [state, setState] = useState<BulkState>(initialBulkState);
  const open = useRef<AssetFile | null>(null);
  const closeToast = useRef<() => void>(undefined);

  const close = useCallback(() => {
    open.current?.close();
    open.current = null;
  }, []);
  useEffect(() => close, [close]);

  /** Ignores results for an earlier file. */
  const showFor = (file: AssetFile) => (next: BulkState) => {
    if (open.current === file) setState(next);
    return open.current === file;
  };

  const analyze = async (assets: Assets) => {
    const show = showFor(assets.file);
    show({ step: 'analysis', assets, analysis: null, problem: null });
    try {
      await session.whenReady();
      const analysis = await assets.file.ask('analyze', {});
      show({ step: 'analysis', assets, analysis, problem: null });
    } catch (error) {
      const problem = userMessageOr(error, analysisFailed);
      if (show({ step: 'analysis', assets, analysis: null, problem }))
        toast({ title: 'Analysis failed', description: problem, variant: 'destructive' });
    }
  };

  const begin = async ({ name, source, size }: Given, give: Give) => {
    close();
    closeToast.current?.();
    const file = openAssetFile();
    open.current = file;
    const show = showFor(file);
    show({ step: 'upload', reading: { name, bytes: 0, size }, problem: null });
    try {
      const read = await give(file);
      if (open.current !== file) return;
      if (read.noticesCount > 0) toast({ title: parsingErrors(read.noticesCount) });
      await analyze({ name, source, file, read });
    } catch (error) {
      const problem = messageOf(error);
      const description = error instanceof FileReadError ? error.reason : problem;
      if (show({ step: 'upload', reading: null, problem }))
        closeToast.current = toast({ title: 'Failed to parse CSV', description, variant: 'destructive' });
    }
  };

  const predict = async (assets: Assets, analysis: AssetAnalysis, useVendorDates: boolean) => {
    const show = showFor(assets.file);
    show({ step: 'prediction', assets, analysis, since: Date.now(), problem: null });
    try {
      session.assertReady();
      const summary = await assets.file.ask('predict', { useVendorDates });
      show({ step: 'results', assets, analysis, summary });
    } catch (error) {
      const problem = userMessageOr(error, predictionFailed);
      if (show({ step: 'prediction', assets, analysis, since: null, problem }))
        toast({ title: 'Prediction failed', description: problem, variant: 'destructive' });
    }
  };

  return {
    state,
    chooseFile: (file: File) =>
      begin({ name: file.name, source: 'file', size: file.size }, (worker) =>
        worker.ask('read', { file }, (bytes) => {
          if (open.current === worker)
            setState({ step: 'upload', reading: { name: file.name, bytes, size: file.size }, problem: null });
        }),
      ),
    takeRows: (name: string, rows: Record<string, string>[]) =>
      begin({ name, source: 'scan', size: 0 }, (worker) => worker.ask('take', { rows })),
    analyze,
    proceed: (assets: Assets, analysis: AssetAnalysis) =>
      setState({ step: 'prediction', assets, analysis, since: null, problem: null }),
    predict,
    startOver: () => {
      close();
      setState(initialBulkState);
    },
  };
}

export function parsingErrors(count: number): string {
  return `Found ${count} parsing errors. Continuing with valid data.`;
}
