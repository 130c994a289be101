import { Popover as Primitive } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { classes } from '../classes.ts';
import { floatStyle } from '../form/control-style.ts';

interface PopoverProps {
  /** The accessible name, announced when it opens. */
  label: string;
  trigger: ReactNode;
  align: 'start' | 'center' | 'end';
  open: boolean;
  onOpenChange: (open: boolean) => void;
  className: string;
  children: ReactNode;
}

export function Popover(props: PopoverProps) {
  const { label, trigger, align, open, onOpenChange, className, children } = props;
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <PopoverContent
        aria-label={label}
        align={align}
        className={classes(
          'max-h-(--radix-popover-content-available-height) max-w-[calc(100vw-1rem)] animate-appear overflow-auto p-4 focus-visible:outline-none',
          className,
        )}
      >
        {children}
      </PopoverContent>
    </Primitive.Root>
  );
}

/** What floats next to a control. */
export function PopoverContent({ className, ...rest }: ComponentProps<typeof Primitive.Content>) {
  return (
    <Primitive.Portal>
      <Primitive.Content
        sideOffset={4}
        collisionPadding={8}
        {...rest}
        className={classes(floatStyle, className)}
      />
    </Primitive.Portal>
  );
}
