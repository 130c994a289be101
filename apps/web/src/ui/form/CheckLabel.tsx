import { type ReactNode, useId } from 'react';
import { classes } from '../classes.ts';

export interface CheckLabelProps {
  label: ReactNode;
  description?: ReactNode;
  disabled?: boolean | undefined;
  /** Places the text first and the control at the end of the row, as in settings. */
  atEnd?: boolean | undefined;
}

interface Props extends CheckLabelProps {
  /** The checkbox or switch. */
  children: (control: { id: string; 'aria-describedby': string | undefined }) => ReactNode;
}

/** A checkbox or switch with a clickable label. */
export function CheckLabel({ label, description, disabled, atEnd = false, children }: Props) {
  const id = useId();
  const descriptionId = description ? `${id}description` : undefined;
  return (
    <div
      className={classes(
        'flex items-start gap-2 pointer-coarse:min-h-11',
        atEnd && 'flex-row-reverse justify-between gap-4',
      )}
    >
      {children({ id, 'aria-describedby': descriptionId })}
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
