import { AlertDialog } from 'radix-ui';
import { type ReactNode, type RefObject, useState } from 'react';
import { messageOf } from '../../lib/api/error-text.ts';
import { Button } from '../button/Button.tsx';
import { classes } from '../classes.ts';
import { Alert } from '../feedback/Alert.tsx';
import { DialogFooter, dialogFrame, overlayStyle } from './DialogParts.tsx';
import { useReturnFocus } from './use-return-focus.ts';

interface ConfirmDialogProps {
  title: string;
  /** What will happen and whether it can be undone. */
  description: ReactNode;
  confirmLabel: string;
  tone?: 'danger' | 'primary';
  /** Until a required action in the dialog is done. */
  confirmDisabled?: boolean;
  /** Receives the focus on close if confirming removes the element that had it. */
  returnFocusTo?: RefObject<HTMLElement | null>;
  /** The dialog closes when this resolves, and stays open with the error message when it fails. */
  onConfirm: () => unknown;
  trigger?: ReactNode;
  open?: boolean | undefined;
  onOpenChange?: ((open: boolean) => void) | undefined;
  children?: ReactNode;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const returnFocus = useReturnFocus({ instead: props.returnFocusTo });
  const { title, description, confirmLabel, tone = 'danger', trigger, children } = props;
  const confirm = useConfirm(props);
  return (
    <AlertDialog.Root open={confirm.open} onOpenChange={confirm.setOpen}>
      {trigger && <AlertDialog.Trigger asChild>{trigger}</AlertDialog.Trigger>}
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={overlayStyle} />
        <AlertDialog.Content {...returnFocus} className={classes(dialogFrame, 'sm:max-w-110')}>
          <div className="overflow-auto px-6 pt-5 pb-6">
            <AlertDialog.Title className="wrap-anywhere font-semibold text-xl">{title}</AlertDialog.Title>
            <AlertDialog.Description className="mt-1 text-ink-2">{description}</AlertDialog.Description>
            {children && <div className="mt-4">{children}</div>}
            {confirm.error && (
              <div className="mt-4">
                <Alert tone="danger" title={confirm.error} live="alert" />
              </div>
            )}
          </div>
          <DialogFooter>
            <AlertDialog.Cancel asChild>
              <Button disabled={confirm.busy}>Cancel</Button>
            </AlertDialog.Cancel>
            <Button
              variant={tone}
              busy={confirm.busy}
              disabled={props.confirmDisabled ?? false}
              onClick={confirm.run}
            >
              {confirmLabel}
            </Button>
          </DialogFooter>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

function useConfirm({ open, onOpenChange, onConfirm }: ConfirmDialogProps) {
  const [ownOpen, setOwnOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const setOpen = (next: boolean) => {
    if (busy && !next) return;
    setError(null);
    setOwnOpen(next);
    onOpenChange?.(next);
  };
  const run = async () => {
    setBusy(true);
    setError(null);
    try {
      await onConfirm();
      setOwnOpen(false);
      onOpenChange?.(false);
    } catch (cause) {
      setError(messageOf(cause));
    } finally {
      setBusy(false);
    }
  };
  return { open: open ?? ownOpen, setOpen, busy, error, run };
}
