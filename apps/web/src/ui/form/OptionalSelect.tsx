import { Select, type SelectProps } from './Select.tsx';

/** A select option cannot have an empty value. */
const unset = '-';

interface OptionalSelectProps extends Pick<SelectProps, 'options'> {
  /** '' if none is selected. */
  value: string;
  onValueChange: (value: string) => void;
}

/** Its first option is that there is no value. */
export function OptionalSelect({ options, value, onValueChange }: OptionalSelectProps) {
  return (
    <Select
      options={[{ value: unset, label: 'Not set' }, ...options]}
      value={value || unset}
      onValueChange={(next) => onValueChange(next === unset ? '' : next)}
    />
  );
}
