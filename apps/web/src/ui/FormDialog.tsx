import { type ReactNode, type RefObject, useId } from 'react';
import { Button } from './Button.tsx';
import { Dialog, DialogClose } from './Dialog.tsx';

interface FormDialogProps {
  title: string;
  description: string;
  submitLabel: string;
  /** Under way: nothing can be sent twice, and the dialog cannot be closed. */
  busy: boolean;
  onSubmit: () => void;
  /** The element that opens it. Without `open` it is open as long as it is mounted. */
  trigger?: ReactNode;
  open?: boolean;
  onOpenChange: (open: boolean) => void;
  initialFocus?: RefObject<HTMLElement | null>;
  returnFocusTo?: RefObject<HTMLElement | null>;
  /** The fields. Errors stand there too: the browser's own checks are off. */
  children: ReactNode;
}

/** A dialog that asks for something: fields, Cancel, and one button that Enter presses. */
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
