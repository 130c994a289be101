import { Check, Copy, X } from 'lucide-react';
import { type Ref, useCallback, useEffect, useState } from 'react';
import { Tooltip } from '../overlay/Tooltip.tsx';
import { Button } from './Button.tsx';
import type { ButtonVariant } from './button-style.ts';
import { IconButton } from './IconButton.tsx';

interface CopyButtonProps {
  /** A function if creating the text is slow. */
  text: string | (() => string);
  /** "Copy" and the object, for screen readers; also the visible label unless `iconOnly`. */
  label?: string;
  iconOnly?: boolean;
  size?: 'sm' | 'md';
  variant?: ButtonVariant;
  disabled?: boolean;
  className?: string;
  ref?: Ref<HTMLButtonElement> | undefined;
  onCopied?: (() => void) | undefined;
  /** If a general failure message is not enough. */
  onFailed?: (() => void) | undefined;
}

const words = { idle: '', copied: 'Copied', failed: 'Copy failed' };

function CopyIcon({ state }: { state: CopyState }) {
  if (state === 'copied') return <Check aria-hidden size={16} className="text-active" />;
  if (state === 'failed') return <X aria-hidden size={16} className="text-danger" />;
  return <Copy aria-hidden size={16} />;
}

export function CopyButton(props: CopyButtonProps) {
  const { text, label = 'Copy', iconOnly = false, size = 'md', disabled = false } = props;
  const { variant = 'secondary', className, ref } = props;
  const { state, copy } = useCopied();
  const [hinted, setHinted] = useState(false);
  const run = async () => {
    if (await copy(typeof text === 'string' ? text : text())) props.onCopied?.();
    else props.onFailed?.();
  };
  const shared = { size, disabled, icon: <CopyIcon state={state} />, onClick: run, className, ref };
  return (
    <>
      {iconOnly ? (
        <Tooltip content={words[state] || label} open={hinted || state !== 'idle'} onOpenChange={setHinted}>
          <IconButton label={label} {...shared} />
        </Tooltip>
      ) : (
        <Button variant={variant} {...shared}>
          <span
            data-reserved="Copied"
            className="inline-grid justify-items-start after:invisible after:h-0 after:content-[attr(data-reserved)]"
          >
            {words[state] || label}
          </span>
        </Button>
      )}
      <span role="status" className="sr-only">
        {words[state]}
      </span>
    </>
  );
}

const SHOWN_FOR_MS = 2000;

type CopyState = 'idle' | 'copied' | 'failed';

/** Copies text and reports the outcome for two seconds. */
function useCopied(): { state: CopyState; copy: (text: string) => Promise<boolean> } {
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

/** Copies text to the clipboard. Falls back to a selection on pages without https, which have no clipboard API. */
async function copyText(text: string): Promise<boolean> {
  try {
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(text);
      return true;
    }
  } catch {
    // The browser denied permission; the selection may still work.
  }
  return copyBySelection(text);
}

function copyBySelection(text: string): boolean {
  const focused = document.activeElement instanceof HTMLElement ? document.activeElement : null;
  const area = document.createElement('textarea');
  area.value = text;
  area.readOnly = true;
  area.className = 'sr-only';
  // Next to the button and not in the body, because an open dialog traps the focus.
  (focused?.parentElement ?? document.body).append(area);
  area.select();
  const copied = document.execCommand('copy');
  area.remove();
  focused?.focus();
  return copied;
}
