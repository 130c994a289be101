import { Dialog as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { classes } from '../classes.ts';
import { DialogBody, DialogCloseButton, DialogFooter, DialogHeader, overlayStyle } from './DialogParts.tsx';
import { useReturnFocus } from './use-return-focus.ts';

const sides = {
  left: 'left-0 border-r animate-enter-left data-[state=closed]:animate-leave-left',
  right: 'right-0 border-l animate-enter-right data-[state=closed]:animate-leave-right',
};

interface SheetProps {
  title: string;
  description?: ReactNode;
  side?: 'left' | 'right';
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Buttons in the header, before the close button. */
  actions?: ReactNode;
  footer?: ReactNode;
  /** Returns what receives the focus when it closes, instead of what had it before. */
  focusAfter?: (() => HTMLElement | null) | undefined;
  /** A width class. It is never wider than the screen minus 3rem. */
  className: string;
  /** Renders only the children, without header, padding and footer. The title is still announced. */
  bare?: boolean;
  children: ReactNode;
}

/** A dialog that slides in from the side. */
export function Sheet(props: SheetProps) {
  const { title, description, side = 'right', open, onOpenChange, footer, bare, children } = props;
  const returnFocus = useReturnFocus({ after: props.focusAfter });
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className={overlayStyle} />
        <Primitive.Content
          {...returnFocus}
          className={classes(
            'fixed inset-y-0 z-50 flex max-w-[calc(100vw-3rem)] flex-col border-line bg-surface shadow-float focus-visible:outline-none',
            sides[side],
            props.className,
          )}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          {bare ? (
            <>
              <Primitive.Title className="sr-only">{title}</Primitive.Title>
              {description && (
                <Primitive.Description className="sr-only">{description}</Primitive.Description>
              )}
              {children}
            </>
          ) : (
            <>
              <DialogHeader title={title} description={description} actions={props.actions} />
              <DialogBody label={title}>{children}</DialogBody>
              {footer && <DialogFooter>{footer}</DialogFooter>}
              <DialogCloseButton />
            </>
          )}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
