import type { ComponentProps } from 'react';
import { classes } from '../classes.ts';
import { controlStyle } from './control-style.ts';
import { useFieldControl } from './field-context.ts';

interface InputProps extends ComponentProps<'input'> {
  /** For tags, serials and paths: makes 0 and O distinguishable. */
  mono?: boolean;
}

export function Input({ mono = false, className, ...rest }: InputProps) {
  const control = useFieldControl(rest);
  return (
    <input
      type="text"
      {...rest}
      {...control}
      className={classes(controlStyle, 'h-9 pointer-coarse:h-11', mono && 'font-mono', className)}
    />
  );
}
