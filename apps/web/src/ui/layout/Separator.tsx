import { Separator as Primitive } from 'radix-ui';
import { classes } from '../classes.ts';

interface SeparatorProps {
  orientation?: 'horizontal' | 'vertical';
  className?: string;
}

/** A decorative line, hidden from screen readers. */
export function Separator({ orientation = 'horizontal', className }: SeparatorProps) {
  return (
    <Primitive.Root
      decorative
      orientation={orientation}
      className={classes(
        'shrink-0 bg-line forced-colors:bg-[CanvasText]',
        orientation === 'horizontal' ? 'h-px w-full' : 'h-full w-px self-stretch',
        className,
      )}
    />
  );
}
