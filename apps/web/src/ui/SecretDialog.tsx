import { type ReactNode, type RefObject, useRef } from 'react';
import { Button } from './Button.tsx';
import { CopyButton } from './CopyButton.tsx';
import { Dialog, DialogClose } from './Dialog.tsx';

interface SecretDialogProps {
  title: string;
  description: string;
  /** Shown as it is. Whoever opens the dialog forgets it in `onClose`. */
  secret: string;
  copyLabel: string;
  onCopyFailed?: (() => void) | undefined;
  /** The words of the button that closes it: that the secret was taken. */
  doneLabel: string;
  onClose: () => void;
  size?: 'md' | 'lg';
  returnFocusTo?: RefObject<HTMLElement | null>;
  /** Below the secret. */
  children?: ReactNode;
}

/** A secret that is shown only now: only a button closes the dialog, and copying comes first. */
export function SecretDialog(props: SecretDialogProps) {
  const { secret, size = 'md', children } = props;
  const copy = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open
      disableOutsideClose
      ignoresEscape
      size={size}
      initialFocus={copy}
      {...(props.returnFocusTo && { returnFocusTo: props.returnFocusTo })}
      onOpenChange={(open) => !open && props.onClose()}
      title={props.title}
      description={props.description}
      footer={
        <>
          <CopyButton ref={copy} text={secret} label={props.copyLabel} onFailed={props.onCopyFailed} />
          <DialogClose>
            <Button variant="primary">{props.doneLabel}</Button>
          </DialogClose>
        </>
      }
    >
      <p className="select-all wrap-anywhere rounded-control border border-line bg-sunken px-4 py-3 text-balance text-center font-mono text-lg">
        {secret}
      </p>
      {children}
    </Dialog>
  );
}
