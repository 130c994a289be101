import { useCallback, useEffect, useState } from 'react';
import { copyText } from './copy-text.ts';

const SHOWN_FOR_MS = 2000;

export type CopyState = 'idle' | 'copied' | 'failed';

/** Copies text and reports the outcome for two seconds. */
export function useCopied(): { state: CopyState; copy: (text: string) => Promise<boolean> } {
  const [result, setResult] = useState<{ state: CopyState }>({ state: 'idle' });
  useEffect(() => {
    if (result.state === 'idle') return;
    const timer = setTimeout(() => setResult({ state: 'idle' }), SHOWN_FOR_MS);
    return () => clearTimeout(timer);
  }, [result]);
  const copy = useCallback(async (text: string) => {
    const copied = await copyText(text);
    setResult({ state: copied ? 'copied' : 'failed' });
    return copied;
  }, []);
  return { state: result.state, copy };
}
