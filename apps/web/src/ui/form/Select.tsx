import { Check, ChevronDown, ChevronUp } from 'lucide-react';
import { Select as Primitive } from 'radix-ui';
import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { classes } from '../classes.ts';
import { controlStyle, floatStyle, rowStyle } from './control-style.ts';
import { useFieldControl } from './field-context.ts';

interface SelectOption {
  value: string;
  label: string;
  /** A few words at the end of the row, for example its HTTP method. */
  hint?: string;
}

export interface SelectProps {
  options: readonly SelectOption[];
  value: string;
  onValueChange: (value: string) => void;
  placeholder?: string;
  'aria-label'?: string | undefined;
  className?: string | undefined;
}

export function Select({
  options,
  value,
  onValueChange,
  placeholder = 'Choose',
  className,
  'aria-label': label,
}: SelectProps) {
  const control = useFieldControl({});
  const [open, setOpen] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  useInertBehind(open, list);
  const chosen = options.find((option) => option.value === value)?.label;
  return (
    <Primitive.Root
      open={open}
      onOpenChange={setOpen}
      value={value}
      onValueChange={onValueChange}
      disabled={control.disabled}
    >
      <Primitive.Trigger
        {...control}
        aria-label={label}
        className={classes(
          controlStyle,
          'flex items-center justify-between gap-2 py-1 text-left data-placeholder:text-ink-3',
          className,
        )}
      >
        <span className="min-w-0 truncate">
          <Primitive.Value placeholder={placeholder}>{chosen}</Primitive.Value>
        </span>
        <Primitive.Icon asChild>
          <ChevronDown aria-hidden size={16} className="shrink-0 text-ink-3" />
        </Primitive.Icon>
      </Primitive.Trigger>
      {/* A closed list is not rendered: pages have many lists, and some have hundreds of rows. */}
      {open && (
        <Primitive.Portal>
          <Primitive.Content
            ref={list}
            position="popper"
            sideOffset={4}
            collisionPadding={8}
            className={classes(
              floatStyle,
              'max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) max-w-[max(var(--radix-select-trigger-width),20rem)] animate-appear overflow-hidden',
            )}
          >
            <Primitive.ScrollUpButton className="grid h-6 place-items-center text-ink-3">
              <ChevronUp aria-hidden size={16} />
            </Primitive.ScrollUpButton>
            <Primitive.Viewport className="p-1">
              {options.map((option) => (
                <Option key={option.value} option={option} />
              ))}
            </Primitive.Viewport>
            <Primitive.ScrollDownButton className="grid h-6 place-items-center text-ink-3">
              <ChevronDown aria-hidden size={16} />
            </Primitive.ScrollDownButton>
          </Primitive.Content>
        </Primitive.Portal>
      )}
    </Primitive.Root>
  );
}

function Option({ option }: { option: SelectOption }) {
  const words = useId();
  return (
    <Primitive.Item
      value={option.value}
      textValue={option.label}
      aria-labelledby={words}
      className={classes(rowStyle, 'relative pl-8')}
    >
      <Primitive.ItemIndicator className="absolute left-2">
        <Check aria-hidden size={16} className="text-accent" />
      </Primitive.ItemIndicator>
      <span id={words} className="flex min-w-0 flex-1 items-baseline justify-between gap-4">
        <span className="min-w-0">
          <Primitive.ItemText>{option.label}</Primitive.ItemText>
        </span>{' '}
        {option.hint && <span className="shrink-0 text-ink-3 text-xs">{option.hint}</span>}
      </span>
    </Primitive.Item>
  );
}

/** While a list is open, the page behind it is hidden from screen readers, so it must not receive the focus either. */
function useInertBehind(open: boolean, front: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!open) return;
    const behind = [...document.body.children].filter(
      (element): element is HTMLElement =>
        element instanceof HTMLElement && !element.inert && !element.contains(front.current),
    );
    for (const element of behind) element.inert = true;
    return () => {
      for (const element of behind) element.inert = false;
    };
  }, [open, front]);
}
