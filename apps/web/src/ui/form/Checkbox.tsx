import { Check } from 'lucide-react';
import { Checkbox as Primitive } from 'radix-ui';
import { CheckLabel, type CheckLabelProps } from './CheckLabel.tsx';

interface CheckboxProps extends Omit<CheckLabelProps, 'atEnd'> {
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
}

const box = [
  'grid size-4.5 place-items-center rounded-sm border text-on-accent',
  'transition-colors duration-150 ease-out group-enabled:border-line-strong group-enabled:bg-control group-enabled:group-hover:border-ink-3',
  'group-enabled:group-data-[state=checked]:border-accent group-enabled:group-data-[state=checked]:bg-accent',
  'group-disabled:border-line group-disabled:bg-sunken group-disabled:text-ink-3',
  'forced-colors:text-[ButtonText]',
].join(' ');

/** An 18 px box in a 24 px target. */
export function Checkbox({ checked, onCheckedChange, ...label }: CheckboxProps) {
  return (
    <CheckLabel {...label}>
      {(control) => (
        <Primitive.Root
          {...control}
          checked={checked}
          onCheckedChange={(next) => onCheckedChange(next === true)}
          disabled={label.disabled}
          className="-ml-0.75 group grid size-6 shrink-0 place-items-center rounded-sm disabled:cursor-not-allowed focus-visible:outline-offset-0"
        >
          <span className={box}>
            <Primitive.Indicator>
              <Check aria-hidden size={14} strokeWidth={3} />
            </Primitive.Indicator>
          </span>
        </Primitive.Root>
      )}
    </CheckLabel>
  );
}
