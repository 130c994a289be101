import { cancelBulkRun } from '@warranty/contracts/bulk-lookup';
import { useRef, useState } from 'react';
import { call } from '../../../lib/api/api.ts';
import { replyMessageOr } from '../../../lib/api/error-text.ts';
import type { Confirmed } from '../confirm/ConfirmationDialog.tsx';
import type { ReadFile } from '../file/use-bulk-file.ts';
import { startRun } from './start-run.ts';

export type StartState =
  | { step: 'idle' }
  /** `sent` is null until the server has created the run; its progress can be polled from then on. */
  | { step: 'sending'; runId: string; sent: number | null; size: number }
  | { step: 'failed'; reason: string };

const reasonOf = (error: unknown) => replyMessageOr(error, 'Failed to process enhanced CSV lookup');

/** Uploads a confirmed file. `onStarted` is called once, when the server has the file. */
export function useStartRun(onStarted: (runId: string) => void) {
  const [starting, setStarting] = useState<StartState>({ step: 'idle' });
  const current = useRef<{ runId: string; controller: AbortController } | null>(null);

  /** Called on the reply, or on the first progress of a run if the reply takes longer. */
  const accept = (runId: string) => {
    if (current.current?.runId !== runId) return;
    current.current = null;
    setStarting({ step: 'idle' });
    onStarted(runId);
  };

  const start = async (read: ReadFile, confirmed: Confirmed) => {
    const runId = crypto.randomUUID();
    const controller = new AbortController();
    current.current = { runId, controller };
    const isCurrent = () => current.current?.runId === runId;
    const { size } = read.csv.file;
    const show = (sent: number | null) => isCurrent() && setStarting({ step: 'sending', runId, sent, size });
    show(null);
    try {
      await startRun(read, confirmed, { runId, signal: controller.signal, onSent: show });
      accept(runId);
    } catch (error) {
      // The run is already being processed, or the user stopped it; the result of this call is irrelevant.
      if (!isCurrent()) return;
      current.current = null;
      setStarting({ step: 'failed', reason: reasonOf(error) });
    }
  };

  const stop = () => {
    const stopped = current.current;
    current.current = null;
    stopped?.controller.abort();
    // The server may already have received the whole file.
    if (stopped) call(cancelBulkRun, { params: { runId: stopped.runId } }).catch(() => undefined);
    setStarting({ step: 'idle' });
  };

  return { starting, start, accept, stop };
}
