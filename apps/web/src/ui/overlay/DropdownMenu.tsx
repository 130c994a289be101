import { Check } from 'lucide-react';
import { DropdownMenu as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { classes } from '../classes.ts';
import { floatStyle, rowStyle } from '../form/control-style.ts';

interface DropdownMenuProps {
  trigger: ReactNode;
  align?: 'start' | 'center' | 'end';
  side?: 'top' | 'right' | 'bottom' | 'left';
  children: ReactNode;
}

export function DropdownMenu({ trigger, align = 'end', side = 'bottom', children }: DropdownMenuProps) {
  return (
    <Primitive.Root modal={false}>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          align={align}
          side={side}
          sideOffset={4}
          collisionPadding={8}
          className={classes(
            floatStyle,
            'max-h-(--radix-dropdown-menu-content-available-height) min-w-48 max-w-80 animate-appear overflow-auto p-1',
          )}
        >
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

interface MenuItemProps {
  icon?: ReactNode;
  /** Shown at the end of the row, for example a `<Kbd>`. */
  shortcut?: ReactNode;
  tone?: 'default' | 'danger';
  disabled?: boolean;
  onSelect?: () => void;
  children: ReactNode;
}

export function MenuItem({ icon, shortcut, tone = 'default', disabled, onSelect, children }: MenuItemProps) {
  return (
    <Primitive.Item
      disabled={disabled ?? false}
      onSelect={() => onSelect?.()}
      className={classes(rowStyle, tone === 'danger' && 'not-data-disabled:text-danger')}
    >
      {icon && <span className="grid size-4 shrink-0 place-items-center">{icon}</span>}
      <span className="min-w-0 flex-1 wrap-anywhere">{children}</span>
      {shortcut && <> {shortcut}</>}
    </Primitive.Item>
  );
}

interface MenuCheckboxItemProps {
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  disabled?: boolean;
  children: ReactNode;
}

/** Keeps the menu open when clicked, so that several items can be changed. */
export function MenuCheckboxItem({ checked, onCheckedChange, disabled, children }: MenuCheckboxItemProps) {
  return (
    <Primitive.CheckboxItem
      checked={checked}
      onCheckedChange={onCheckedChange}
      disabled={disabled ?? false}
      onSelect={(event) => event.preventDefault()}
      className={rowStyle}
    >
      <span className="grid size-4 shrink-0 place-items-center">
        <Primitive.ItemIndicator>
          <Check aria-hidden size={16} className="text-accent" />
        </Primitive.ItemIndicator>
      </span>
      <span className="min-w-0 flex-1">{children}</span>
    </Primitive.CheckboxItem>
  );
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <Primitive.Label className="px-2 py-1 font-medium text-ink-3 text-xs">{children}</Primitive.Label>;
}

export function MenuSeparator() {
  return <Primitive.Separator className="-mx-1 my-1 h-px bg-line" />;
}
