import { Switch as Primitive } from 'radix-ui';
import type { ComponentProps } from 'react';
import { classes } from '../classes.ts';
import { CheckLabel, type CheckLabelProps } from './CheckLabel.tsx';

/** Without a label, an `aria-label` is required. */
interface SwitchProps
  extends Partial<CheckLabelProps>,
    Omit<ComponentProps<typeof Primitive.Root>, 'children' | 'asChild' | 'disabled'> {}

const track = [
  'group inline-flex h-6 w-10 shrink-0 items-center rounded-full border px-0.75',
  'transition-colors duration-150 ease-out enabled:border-line-strong enabled:bg-control enabled:hover:border-ink-3',
  'enabled:data-[state=checked]:border-accent enabled:data-[state=checked]:bg-accent enabled:data-[state=checked]:hover:bg-accent-strong',
  'disabled:cursor-not-allowed disabled:border-line disabled:bg-sunken',
  'forced-colors:enabled:data-[state=checked]:bg-[Highlight]',
].join(' ');

const thumb = [
  'block size-4 rounded-full bg-line-strong transition-[translate,background-color] duration-150 ease-out',
  'data-[state=checked]:translate-x-4 group-enabled:data-[state=checked]:bg-on-accent',
  'forced-colors:bg-[ButtonText] forced-colors:group-enabled:data-[state=checked]:bg-[HighlightText]',
].join(' ');

export function Switch({ label, description, atEnd, className, ...rest }: SwitchProps) {
  const render = (control: ComponentProps<typeof Primitive.Root>) => (
    <Primitive.Root {...control} {...rest} className={classes(track, className)}>
      <Primitive.Thumb className={thumb} />
    </Primitive.Root>
  );
  if (!label) return render({});
  return <CheckLabel {...{ label, description, atEnd, disabled: rest.disabled }}>{render}</CheckLabel>;
}
