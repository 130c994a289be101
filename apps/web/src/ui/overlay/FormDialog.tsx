import { type ReactNode, type RefObject, useId } from 'react';
import { Button } from '../button/Button.tsx';
import { Dialog, DialogClose } from './Dialog.tsx';

interface FormDialogProps {
  title: string;
  description: string;
  submitLabel: string;
  /** Blocks a second submit and closing the dialog. */
  busy: boolean;
  onSubmit: () => void;
  /** The element that opens the dialog. Without `open`, it is open while mounted. */
  trigger?: ReactNode;
  open?: boolean;
  onOpenChange: (open: boolean) => void;
  initialFocus?: RefObject<HTMLElement | null>;
  returnFocusTo?: RefObject<HTMLElement | null>;
  /** The fields and their errors: native browser validation is off. */
  children: ReactNode;
}

/** A dialog with fields, Cancel, and a submit button that Enter activates. */
export function FormDialog(props: FormDialogProps) {
  const { submitLabel, busy, onSubmit, open = true, onOpenChange, children, ...rest } = props;
  const formId = useId();
  return (
    <Dialog
      {...rest}
      open={open}
      onOpenChange={(next) => !busy && onOpenChange(next)}
      footer={
        <>
          <DialogClose>
            <Button disabled={busy}>Cancel</Button>
          </DialogClose>
          <Button type="submit" form={formId} variant="primary" busy={busy}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) onSubmit();
        }}
        className="space-y-4"
      >
        {children}
      </form>
    </Dialog>
  );
}
