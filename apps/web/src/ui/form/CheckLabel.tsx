import type { ReactNode } from 'react';
import { classes } from '../classes.ts';

interface CheckLabelProps {
  id: string;
  label: ReactNode;
  description?: ReactNode;
  descriptionId: string;
  disabled: boolean;
  /** The checkbox or switch. */
  children: ReactNode;
  /** Places the text first and the control at the end of the row. */
  controlAtEnd?: boolean;
}

/** A checkbox or switch with a clickable label. */
export function CheckLabel(props: CheckLabelProps) {
  const { id, label, description, descriptionId, disabled, children, controlAtEnd = false } = props;
  return (
    <div
      className={classes(
        'flex items-start gap-2 pointer-coarse:min-h-11',
        controlAtEnd && 'flex-row-reverse justify-between gap-4',
      )}
    >
      {children}
      <div className="min-w-0 py-0.5">
        <label htmlFor={id} className={classes('font-medium text-base', disabled && 'text-ink-3')}>
          {label}
        </label>
        {description && (
          <p id={descriptionId} className="text-ink-2 text-sm">
            {description}
          </p>
        )}
      </div>
    </div>
  );
}
