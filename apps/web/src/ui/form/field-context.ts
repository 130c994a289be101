import { type ComponentProps, createContext, use } from 'react';

interface FieldContextValue {
  id: string;
  describedBy: string | undefined;
  invalid: boolean;
  required: boolean;
  disabled: boolean;
}

export const FieldContext = createContext<FieldContextValue | null>(null);

type Own = Pick<ComponentProps<'input'>, 'id' | 'disabled' | 'aria-describedby' | 'aria-invalid'>;

/** What a control gets from the surrounding field. Its own props take precedence. */
export function useFieldControl(own: Own) {
  const field = use(FieldContext);
  const describedBy = [own['aria-describedby'], field?.describedBy].filter(Boolean).join(' ');
  return {
    id: own.id ?? field?.id,
    disabled: own.disabled ?? field?.disabled,
    'aria-describedby': describedBy || undefined,
    'aria-invalid': own['aria-invalid'] ?? (field?.invalid || undefined),
    'aria-required': field?.required || undefined,
  };
}
