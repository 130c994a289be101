import { Dialog as Primitive } from 'radix-ui';
import type { ReactNode, RefObject } from 'react';
import { classes } from './classes.ts';
import {
  DialogBody,
  DialogCloseButton,
  DialogFooter,
  DialogHeader,
  dialogFrame,
  overlayStyle,
} from './DialogParts.tsx';
import { useReturnFocus } from './use-return-focus.ts';

const widths = { sm: 'sm:max-w-100', md: 'sm:max-w-130', lg: 'sm:max-w-180', xl: 'sm:max-w-240' };

interface DialogProps {
  title: string;
  description?: ReactNode;
  /** The element that opens it; leave it out when `open` is controlled. */
  trigger?: ReactNode;
  open?: boolean | undefined;
  onOpenChange?: ((open: boolean) => void) | undefined;
  size?: keyof typeof widths;
  /** Takes the focus when it opens, instead of the first control. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** Takes the focus afterwards, where what had it before is gone. */
  returnFocusTo?: RefObject<HTMLElement | null>;
  /** A press beside it does not close it: for what would have to be done again. */
  disableOutsideClose?: boolean;
  /** Nor does Escape, only a button: for what is shown only once. */
  ignoresEscape?: boolean;
  footer?: ReactNode;
  children?: ReactNode;
}

/** Focus stays inside and returns to where it was; the body scrolls, title and footer stay. */
export function Dialog(props: DialogProps) {
  const { title, description, trigger, open, onOpenChange, size = 'md', footer, children } = props;
  const returnFocus = useReturnFocus({ first: props.initialFocus, instead: props.returnFocusTo });
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      {trigger && <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>}
      <Primitive.Portal>
        <Primitive.Overlay className={overlayStyle} />
        <Primitive.Content
          {...returnFocus}
          onInteractOutside={(event) => props.disableOutsideClose && event.preventDefault()}
          onEscapeKeyDown={(event) => props.ignoresEscape && event.preventDefault()}
          className={classes(dialogFrame, widths[size])}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <DialogHeader title={title} description={description} />
          {children && <DialogBody label={title}>{children}</DialogBody>}
          {footer && <DialogFooter>{footer}</DialogFooter>}
          <DialogCloseButton />
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

/** Closes the dialog or sheet around it: `<DialogClose><Button>Cancel</Button></DialogClose>`. */
export function DialogClose({ children }: { children: ReactNode }) {
  return <Primitive.Close asChild>{children}</Primitive.Close>;
}
