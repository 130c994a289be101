import { Check, Copy, X } from 'lucide-react';
import { type Ref, useState } from 'react';
import { Button } from './Button.tsx';
import type { ButtonVariant } from './button-style.ts';
import { IconButton } from './IconButton.tsx';
import { Tooltip } from './Tooltip.tsx';
import { type CopyState, useCopied } from './use-copied.ts';

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
