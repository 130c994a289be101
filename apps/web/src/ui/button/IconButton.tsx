import type { ComponentProps } from 'react';
import { classes } from '../classes.ts';
import { Spinner } from '../feedback/Spinner.tsx';
import { type IconOf, renderIcon } from '../icon.tsx';
import { Tooltip } from '../overlay/Tooltip.tsx';
import { type ButtonVariant, buttonStyle } from './button-style.ts';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  /** The accessible name and the tooltip text. */
  label: string;
  icon: IconOf;
  variant?: Exclude<ButtonVariant, 'link'>;
  size?: 'sm' | 'md';
  busy?: boolean;
  tooltip?: boolean;
}

export function IconButton({
  label,
  icon,
  variant = 'ghost',
  size = 'md',
  busy = false,
  tooltip = false,
  className,
  disabled,
  ...rest
}: IconButtonProps) {
  const square = size === 'sm' ? 'min-w-7' : 'min-w-9';
  const button = (
    <button
      type="button"
      aria-label={label}
      {...rest}
      className={classes(
        buttonStyle(variant, size),
        'shrink-0 px-0! pointer-coarse:min-w-11',
        square,
        className,
      )}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
    >
      {busy ? <Spinner /> : renderIcon(icon, 16)}
    </button>
  );
  return tooltip ? <Tooltip content={label}>{button}</Tooltip> : button;
}
