import { Check, Minus } from 'lucide-react';
import { Checkbox as Primitive } from 'radix-ui';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { classes } from '../classes.ts';
import { CheckLabel } from './CheckLabel.tsx';

interface CheckboxProps extends Omit<ComponentProps<typeof Primitive.Root>, 'children' | 'asChild'> {
  /** Without a label, an `aria-label` is required. */
  label?: ReactNode;
  description?: ReactNode;
}

const box = [
  'grid size-4.5 place-items-center rounded-sm border text-on-accent',
  'transition-colors duration-150 ease-out group-enabled:border-line-strong group-enabled:bg-control group-enabled:group-hover:border-ink-3',
  'group-enabled:group-data-[state=checked]:border-accent group-enabled:group-data-[state=checked]:bg-accent',
  'group-enabled:group-data-[state=indeterminate]:border-accent group-enabled:group-data-[state=indeterminate]:bg-accent',
  'group-disabled:border-line group-disabled:bg-sunken group-disabled:text-ink-3',
  'forced-colors:text-[ButtonText]',
].join(' ');

/** An 18 px box in a 24 px target. */
export function Checkbox({ label, description, id: ownId, className, ...rest }: CheckboxProps) {
  const generated = useId();
  const id = ownId ?? generated;
  const descriptionId = `${id}description`;
  const control = (
    <Primitive.Root
      id={id}
      aria-describedby={description ? descriptionId : undefined}
      {...rest}
      className={classes(
        Boolean(label) && '-ml-0.75',
        'group grid size-6 shrink-0 place-items-center rounded-sm disabled:cursor-not-allowed focus-visible:outline-offset-0',
        className,
      )}
    >
      <span className={box}>
        <Primitive.Indicator>
          {rest.checked === 'indeterminate' ? (
            <Minus aria-hidden size={14} strokeWidth={3} />
          ) : (
            <Check aria-hidden size={14} strokeWidth={3} />
          )}
        </Primitive.Indicator>
      </span>
    </Primitive.Root>
  );
  if (!label) return control;
  return (
    <CheckLabel {...{ id, label, description, descriptionId, disabled: rest.disabled ?? false }}>
      {control}
    </CheckLabel>
  );
}
