import { Slot } from 'radix-ui';
import {
  type ComponentProps,
  type ReactNode,
  type Ref,
  type RefObject,
  useLayoutEffect,
  useRef,
} from 'react';
import { classes } from '../classes.ts';
import { Spinner } from '../feedback/Spinner.tsx';
import { type IconOf, renderIcon } from '../icon.tsx';
import { useMergedRef } from '../use-merged-ref.ts';
import { type ButtonSize, type ButtonVariant, buttonStyle } from './button-style.ts';

interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: IconOf | undefined;
  /** Disabled, announced as busy, with a spinner and an unchanged width. */
  busy?: boolean;
  /** The label while busy. Space for it is reserved from the start. */
  busyLabel?: string;
  /** Applies the style to the only child, for example a router link. */
  asChild?: boolean;
}

export function Button({
  variant = 'secondary',
  size = 'md',
  icon: givenIcon,
  busy = false,
  busyLabel,
  asChild = false,
  ref,
  className,
  disabled,
  children,
  ...rest
}: ButtonProps) {
  const own = useRef<HTMLButtonElement>(null);
  const merged = useMergedRef(own, ref);
  useKeepFocus(own, busy);
  const icon = renderIcon(givenIcon, size === 'sm' ? 14 : 16);
  const look = classes(buttonStyle(variant, size), className);
  if (asChild) {
    return (
      <Slot.Root className={look} ref={ref as Ref<HTMLElement>} {...rest}>
        {icon}
        <Slot.Slottable>{children}</Slot.Slottable>
      </Slot.Root>
    );
  }
  return (
    <button
      type="button"
      {...rest}
      ref={merged}
      className={look}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
    >
      <Content icon={icon} busy={busy} busyLabel={busyLabel}>
        {children}
      </Content>
    </button>
  );
}

interface ContentProps {
  icon: ReactNode;
  busy: boolean;
  busyLabel: string | undefined;
  children: ReactNode;
}

/** The spinner replaces the icon, or covers the label if there is neither an icon nor a busy label. */
function Content({ icon, busy, busyLabel, children }: ContentProps) {
  if (busyLabel === undefined && icon) {
    return (
      <>
        {busy ? <Spinner /> : icon}
        <span>{children}</span>
      </>
    );
  }
  if (busyLabel === undefined) {
    return (
      <span className="inline-grid place-items-center *:[grid-area:1/1]">
        {busy && <Spinner />}
        <span className={busy ? 'opacity-0' : undefined}>{children}</span>
      </span>
    );
  }
  const reserved = busy ? (typeof children === 'string' ? children : '') : busyLabel;
  return (
    <span
      data-reserved={reserved}
      className="inline-grid justify-items-center after:invisible after:h-0 after:pl-6 after:content-[attr(data-reserved)]"
    >
      <span className="inline-flex items-center gap-2">
        {busy ? <Spinner /> : icon}
        {busy ? busyLabel : children}
      </span>
    </span>
  );
}

/** A control that is disabled while busy loses the focus; this restores it unless another element took it. */
function useKeepFocus(ref: RefObject<HTMLElement | null>, busy: boolean): void {
  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    const element = ref.current;
    if (busy) {
      hadFocus.current = element !== null && document.activeElement === element;
      return;
    }
    const isFree = document.activeElement === null || document.activeElement === document.body;
    if (hadFocus.current && isFree) element?.focus();
    hadFocus.current = false;
  }, [busy, ref]);
}
