import type { ComponentProps } from 'react';
import { classes } from '../classes.ts';
import { controlStyle } from './control-style.ts';
import { useFieldControl } from './field-context.ts';

interface TextareaProps extends ComponentProps<'textarea'> {
  mono?: boolean;
}

export function Textarea({ mono = false, className, rows = 4, ...rest }: TextareaProps) {
  const control = useFieldControl(rest);
  return (
    <textarea
      rows={rows}
      {...rest}
      {...control}
      className={classes(controlStyle, 'resize-y py-2', mono && 'font-mono', className)}
    />
  );
}
