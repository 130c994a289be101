import { RadioGroup as Primitive } from 'radix-ui';
import { type ReactNode, useId } from 'react';
import { classes } from '../classes.ts';

interface RadioOption {
  value: string;
  label: string;
  description?: ReactNode;
  /** Shown below the label while the option is selected. */
  more?: ReactNode;
}

interface RadioGroupProps {
  /** The accessible name of the group. */
  label: string;
  options: readonly RadioOption[];
  value: string;
  onValueChange: (value: string) => void;
}

const dot = [
  'grid size-4.5 place-items-center rounded-full border border-line-strong bg-control',
  'transition-colors duration-150 ease-out group-hover:border-ink-3',
  'group-data-[state=checked]:border-accent group-data-[state=checked]:bg-accent',
].join(' ');

/** Radio buttons with labels. Content that belongs to the selected option is shown below it. */
export function RadioGroup({ label, options, value, onValueChange }: RadioGroupProps) {
  return (
    <Primitive.Root aria-label={label} value={value} onValueChange={onValueChange} className="space-y-2">
      {options.map((option) => (
        <Option key={option.value} option={option} chosen={option.value === value} />
      ))}
    </Primitive.Root>
  );
}

function Option({ option, chosen }: { option: RadioOption; chosen: boolean }) {
  const id = useId();
  return (
    <div
      className={classes(
        'rounded-control border px-4 py-3 transition-colors duration-150 ease-out',
        chosen ? 'border-accent' : 'border-line',
      )}
    >
      <div className="flex items-start gap-3 pointer-coarse:min-h-11">
        <Primitive.Item
          id={id}
          value={option.value}
          aria-describedby={option.description ? `${id}description` : undefined}
          className="group -ml-0.75 grid size-6 shrink-0 place-items-center rounded-full focus-visible:outline-offset-0"
        >
          <span className={dot}>
            <Primitive.Indicator className="block size-2 rounded-full bg-on-accent forced-colors:bg-[Highlight]" />
          </span>
        </Primitive.Item>
        <div className="min-w-0 py-0.5">
          <label htmlFor={id} className="font-medium">
            {option.label}
          </label>
          {option.description && (
            <p id={`${id}description`} className="text-ink-2 text-sm">
              {option.description}
            </p>
          )}
        </div>
      </div>
      {chosen && option.more && <div className="mt-3 pl-9">{option.more}</div>}
    </div>
  );
}
