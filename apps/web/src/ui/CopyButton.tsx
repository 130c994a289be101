import { Check, Copy, X } from 'lucide-react';
import { type Ref, useState } from 'react';
import { Button } from './Button.tsx';
import { IconButton } from './IconButton.tsx';
import { Tooltip } from './Tooltip.tsx';
import { type CopyState, useCopied } from './use-copied.ts';

interface CopyButtonProps {
  /** As a function where it takes time to write. */
  text: string | (() => string);
  /** "Copy" and what, for screen readers; the words of the button unless `iconOnly`. */
  label?: string;
  iconOnly?: boolean;
  size?: 'sm' | 'md';
  disabled?: boolean;
  className?: string;
  ref?: Ref<HTMLButtonElement> | undefined;
  /** Where more has to be said than that it failed. */
  onFailed?: (() => void) | undefined;
}

const words = { idle: '', copied: 'Copied', failed: 'Copy failed' };

function CopyIcon({ state }: { state: CopyState }) {
  if (state === 'copied') return <Check aria-hidden size={16} className="text-active" />;
  if (state === 'failed') return <X aria-hidden size={16} className="text-danger" />;
  return <Copy aria-hidden size={16} />;
}

export function CopyButton(props: CopyButtonProps) {
  const { text, label = 'Copy', iconOnly = false, size = 'md', disabled = false, className, ref } = props;
  const { state, copy } = useCopied();
  const [hinted, setHinted] = useState(false);
  const run = async () => {
    if (!(await copy(typeof text === 'string' ? text : text()))) props.onFailed?.();
  };
  const shared = { size, disabled, icon: <CopyIcon state={state} />, onClick: run, className, ref };
  return (
    <>
      {iconOnly ? (
        <Tooltip content={words[state] || label} open={hinted || state !== 'idle'} onOpenChange={setHinted}>
          <IconButton label={label} {...shared} />
        </Tooltip>
      ) : (
        <Button {...shared}>
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
