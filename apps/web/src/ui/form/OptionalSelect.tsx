import { Select, type SelectProps } from './Select.tsx';

/** A select option cannot have an empty value. No header of a file is this text. */
const unset = '\t';

interface OptionalSelectProps extends Omit<SelectProps, 'value' | 'defaultValue' | 'onValueChange'> {
  /** The first option, which stands for no value. */
  none?: string;
  /** '' if none is selected. */
  value: string;
  onValueChange: (value: string) => void;
}

export function OptionalSelect(props: OptionalSelectProps) {
  const { none = 'Not set', options, value, onValueChange, ...rest } = props;
  return (
    <Select
      {...rest}
      options={[{ value: unset, label: none }, ...options]}
      value={value || unset}
      onValueChange={(next) => onValueChange(next === unset ? '' : next)}
    />
  );
}
