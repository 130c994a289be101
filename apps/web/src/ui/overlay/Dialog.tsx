import { Dialog as Primitive } from 'radix-ui';
import type { ReactNode, RefObject } from 'react';
import { classes } from '../classes.ts';
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
  /** The element that opens the dialog; the focus returns to it. */
  trigger?: ReactNode;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  size?: keyof typeof widths;
  /** Receives the focus on open, instead of the first control. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** Receives the focus on close if the previously focused element was removed. */
  returnFocusTo?: RefObject<HTMLElement | null>;
  /** A click outside does not close the dialog, for content that would be hard to enter again. */
  disableOutsideClose?: boolean;
  /** Escape does not close it either, only a button does, for content that is shown only once. */
  ignoresEscape?: boolean;
  footer?: ReactNode;
  children?: ReactNode;
}

/** Traps the focus and restores it on close. The body scrolls; title and footer are fixed. */
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

/** Closes the surrounding dialog or sheet: `<DialogClose><Button>Cancel</Button></DialogClose>`. */
export function DialogClose({ children }: { children: ReactNode }) {
  return <Primitive.Close asChild>{children}</Primitive.Close>;
}
