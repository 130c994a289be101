import { useEffect, useRef, useState } from 'react';
import type { Entry } from './entries.ts';
import { findProblems, type TryProblems, type TryValues, tryRequest } from './try-request.ts';
import { readTryResponse, type TryResponse } from './try-response.ts';

type TryState =
  | { kind: 'idle' }
  | { kind: 'refused'; problems: TryProblems }
  | { kind: 'sending' }
  | { kind: 'failed' }
  | { kind: 'response'; response: TryResponse };

/** Sends requests to one endpoint; a new one replaces the previous one. */
export function useTry(entry: Entry) {
  const [state, setState] = useState<TryState>({ kind: 'idle' });
  const sending = useRef<AbortController>(null);
  useEffect(() => () => sending.current?.abort(), []);
  /** Whether the request can be sent; otherwise its problems are shown. */
  function accept(values: TryValues): boolean {
    const problems = findProblems(entry, values);
    setState(problems ? { kind: 'refused', problems } : { kind: 'idle' });
    return problems === null;
  }
  async function send(values: TryValues): Promise<void> {
    sending.current?.abort();
    const controller = new AbortController();
    sending.current = controller;
    setState({ kind: 'sending' });
    const { path, init } = tryRequest(entry, values);
    const startedAt = performance.now();
    try {
      const response = await fetch(path, { ...init, signal: controller.signal });
      setState({ kind: 'response', response: await readTryResponse(response, startedAt) });
    } catch {
      if (!controller.signal.aborted) setState({ kind: 'failed' });
    }
  }
  return { state, accept, send };
}
