import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { classes } from '../classes.ts';
import { FieldContext } from './field-context.ts';

interface FieldProps {
  label: string;
  /** Next to the label. */
  badge?: ReactNode;
  /** Stays visible below the control, even with an error. */
  help?: ReactNode;
  error?: ReactNode;
  required?: boolean;
  /** Shows "Optional" next to the label. */
  optional?: boolean;
  disabled?: boolean;
  hideLabel?: boolean;
  className?: string;
  /** One control of this UI kit, which gets its id and texts from the field context. */
  children: ReactNode;
}

export function Field({
  label,
  badge,
  help,
  error,
  required = false,
  optional = false,
  disabled = false,
  hideLabel = false,
  className,
  children,
}: FieldProps) {
  const id = useId();
  const helpId = help ? `${id}help` : undefined;
  const errorId = error ? `${id}error` : undefined;
  const describedBy = [errorId, helpId].filter(Boolean).join(' ') || undefined;
  return (
    <div className={classes('flex min-w-0 flex-col', className)}>
      <div className={classes('flex items-baseline justify-between gap-2', hideLabel ? 'sr-only' : 'mb-1')}>
        <label htmlFor={id} className={classes('font-medium text-base', disabled && 'text-ink-3')}>
          {label}
        </label>
        {badge}
        {optional && <span className="text-ink-3 text-xs">Optional</span>}
      </div>
      <FieldContext value={{ id, describedBy, invalid: Boolean(error), required, disabled }}>
        {children}
      </FieldContext>
      <div aria-live="polite">
        {error && (
          <p id={errorId} className="mt-1 flex gap-1.5 text-danger text-sm">
            <CircleAlert aria-hidden size={16} className="mt-0.5 shrink-0" />
            <span className="min-w-0 wrap-anywhere">{error}</span>
          </p>
        )}
      </div>
      {help && (
        <p id={helpId} className="mt-1 text-ink-2 text-sm">
          {help}
        </p>
      )}
    </div>
  );
}
