import type { AssetAnalysis } from '@warranty/contracts/purchase-date';
import { useCallback, useEffect, useRef, useState } from 'react';
import { messageOf, userMessageOr } from '../../../lib/api/error-text.ts';
import { organizationHeaders } from '../../../lib/browser/organization.ts';
import { FileReadError } from '../../../lib/files/file-error.ts';
import { establishSession } from '../../../shared/session/session.ts';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { readSlot, removeTabResults, saveTabResults } from '../results/tab-results.ts';
import type { PredictorSession } from '../use-predictor-session.ts';
import { type AssetFile, openAssetFile } from './asset-file.ts';
import type { AssetFileSummary, PredictionSummary, ShownResults } from './asset-messages.ts';

export interface Assets extends Pick<ShownResults, 'name' | 'source' | 'read'> {
  file: AssetFile;
  /** The selected file; null for other sources. */
  selected: Selected | null;
}

/** A file that the user has selected, and the visible sheets if it is a workbook. */
export interface Selected {
  file: File;
  sheets: readonly string[];
  sheet: string | null;
}

export type BulkState =
  | {
      step: 'upload';
      reading: { name: string; bytes: number; size: number } | null;
      problem: string | null;
      /** A sheet may be refused although others of the workbook can be read. */
      refused: Selected | null;
    }
  /** In progress while there is neither an analysis nor a problem. */
  | { step: 'analysis'; assets: Assets; analysis: AssetAnalysis | null; problem: string | null }
  | {
      step: 'prediction';
      assets: Assets;
      analysis: AssetAnalysis;
      since: number | null;
      problem: string | null;
    }
  | {
      step: 'results';
      assets: Assets;
      analysis: AssetAnalysis;
      summary: PredictionSummary;
      /** Whether a reload of the page restores them; null while that is not known. */
      isSaved: boolean | null;
    };

type UploadState = Extract<BulkState, { step: 'upload' }>;

export const initialBulkState: UploadState = { step: 'upload', reading: null, problem: null, refused: null };

const analysisFailed = 'Failed to analyze dataset';
const predictionFailed = 'Failed to predict purchase dates';

interface Given extends Pick<Assets, 'name' | 'source'> {
  /** In bytes. */
  size: number;
  /** Filled in as soon as it is known. */
  selected: Selected | null;
}

type Give = (worker: AssetFile, given: Given) => Promise<AssetFileSummary>;

/** The assets, from dropping their file to their predictions. `restores`: unless this tab was opened for other assets. */
export function useAssets(session: PredictorSession, restores: boolean) {
  const [state, setState] = useState<BulkState>(initialBulkState);
  const open = useRef<AssetFile | null>(null);
  const closeToast = useRef<() => void>(undefined);

  const close = useCallback(() => {
    open.current?.close();
    open.current = null;
  }, []);
  useEffect(() => close, [close]);

  const takeRestored = useCallback((file: AssetFile, { analysis, summary, ...rest }: ShownResults) => {
    open.current = file;
    const assets = { ...rest, file, selected: null };
    setState({ step: 'results', assets, analysis, summary, isSaved: true });
  }, []);
  const isRestoring = useRestoredResults(restores, takeRestored);

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
      const analysis = await assets.file.ask('analyze', { headers: organizationHeaders });
      show({ step: 'analysis', assets, analysis, problem: null });
    } catch (error) {
      const problem = userMessageOr(error, analysisFailed);
      if (show({ step: 'analysis', assets, analysis: null, problem }))
        toast({ title: 'Analysis failed', description: problem, variant: 'destructive' });
    }
  };

  const begin = async (given: Given, give: Give) => {
    const { name, source, size } = given;
    close();
    removeTabResults();
    closeToast.current?.();
    const file = openAssetFile();
    open.current = file;
    const show = showFor(file);
    show({ ...initialBulkState, reading: { name, bytes: 0, size } });
    try {
      const read = await give(file, given);
      if (open.current !== file) return;
      if (read.noticesCount > 0) toast({ title: parsingErrors(read.noticesCount) });
      await analyze({ name, source, selected: given.selected, file, read });
    } catch (error) {
      const problem = messageOf(error);
      const description = error instanceof FileReadError ? error.reason : problem;
      if (show({ ...initialBulkState, problem, refused: given.selected }))
        closeToast.current = toast({ title: titleOfFailure(name), description, variant: 'destructive' });
    }
  };

  const chooseFile = (file: File, chosen: string | null = null) => {
    const { name, size } = file;
    return begin({ name, source: 'file', selected: null, size }, async (worker, given) => {
      const sheets = await worker.ask('sheets', { file });
      const sheet = chosen ?? sheets[0] ?? null;
      given.selected = { file, sheets, sheet };
      return worker.ask('read', { file, sheet }, (bytes) => {
        if (open.current === worker) setState({ ...initialBulkState, reading: { name, bytes, size } });
      });
    });
  };

  const predict = async (assets: Assets, analysis: AssetAnalysis, useVendorDates: boolean) => {
    const show = showFor(assets.file);
    show({ step: 'prediction', assets, analysis, since: Date.now(), problem: null });
    try {
      session.assertReady();
      const summary = await assets.file.ask('predict', { useVendorDates, headers: organizationHeaders });
      const results = { step: 'results', assets, analysis, summary } as const;
      show({ ...results, isSaved: null });
      const { file, selected: _, ...rest } = assets;
      const isSaved = await saveTabResults(file, { ...rest, analysis, summary });
      show({ ...results, isSaved });
    } catch (error) {
      const problem = userMessageOr(error, predictionFailed);
      if (show({ step: 'prediction', assets, analysis, since: null, problem }))
        toast({ title: 'Prediction failed', description: problem, variant: 'destructive' });
    }
  };

  return {
    state,
    isRestoring,
    chooseFile,
    takeRows: (name: string, rows: Record<string, string>[]) =>
      begin({ name, source: 'scan', selected: null, size: 0 }, (worker) => worker.ask('take', { rows })),
    analyze,
    proceed: (assets: Assets, analysis: AssetAnalysis) =>
      setState({ step: 'prediction', assets, analysis, since: null, problem: null }),
    predict,
    startOver: () => {
      close();
      removeTabResults();
      setState(initialBulkState);
    },
  };
}

const titleOfFailure = (name: string) =>
  /\.xlsx$/i.test(name) ? 'Failed to read the workbook' : 'Failed to parse CSV';

export function parsingErrors(count: number): string {
  return `Found ${count} parsing errors. Continuing with valid data.`;
}

/** Restores the results that this tab had before it was reloaded. Returns whether that is still in progress. */
function useRestoredResults(
  restores: boolean,
  onRestored: (file: AssetFile, shown: ShownResults) => void,
): boolean {
  const [slot] = useState(() => (restores ? readSlot() : null));
  const [isRestoring, setRestoring] = useState(slot !== null);
  useEffect(() => {
    if (slot === null) return;
    const file = openAssetFile();
    let isWanted = true;
    let isTaken = false;
    const restore = async () => {
      const { owner } = await establishSession();
      const shown = await file.ask('restore', { slot, owner });
      if (!isWanted || !shown) return;
      isTaken = true;
      onRestored(file, shown);
    };
    restore()
      .catch(() => undefined)
      .finally(() => {
        if (!isTaken) file.close();
        if (isWanted) setRestoring(false);
      });
    return () => {
      isWanted = false;
      if (!isTaken) file.close();
    };
  }, [slot, onRestored]);
  return isRestoring;
}
