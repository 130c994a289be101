import { type ReactNode, type RefObject, useRef } from 'react';
import { Button } from '../../ui/button/Button.tsx';
import { CopyButton } from '../../ui/button/CopyButton.tsx';
import { Dialog, DialogClose } from '../../ui/overlay/Dialog.tsx';

interface SecretDialogProps {
  title: string;
  description: string;
  /** Shown in plain text. The caller must discard it in `onClose`. */
  secret: string;
  copyLabel: string;
  onCopyFailed?: (() => void) | undefined;
  /** Label of the button that closes the dialog and confirms that the secret was saved. */
  doneLabel: string;
  onClose: () => void;
  size?: 'md' | 'lg';
  returnFocusTo?: RefObject<HTMLElement | null>;
  /** Below the secret. */
  children?: ReactNode;
}

/** Shows a secret that cannot be shown again: only a button closes the dialog, and the copy button has the focus. */
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
