import { Tabs as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';

interface TabItem {
  value: string;
  label: string;
  icon?: ReactNode;
  /** A few characters after the label, for example a count. */
  extra?: ReactNode;
  disabled?: boolean;
}

interface TabsProps {
  /** The accessible name of the tab list. */
  label: string;
  items: readonly TabItem[];
  value: string;
  onValueChange: (value: string) => void;
  /** One `TabPanel` per item. */
  children: ReactNode;
}

const tab = [
  'inline-flex min-h-9 shrink-0 items-center gap-2 px-3 font-medium text-ink-2 pointer-coarse:min-h-11',
  'rounded-t-control border-transparent border-b-2 transition-colors duration-150 ease-out enabled:hover:text-ink',
  'data-[state=active]:border-accent data-[state=active]:text-ink focus-visible:-outline-offset-2',
  'disabled:cursor-not-allowed disabled:text-ink-3',
  'forced-colors:border-[Canvas] forced-colors:data-[state=active]:border-[Highlight]',
].join(' ');

export function Tabs({ label, items, value, onValueChange, children }: TabsProps) {
  return (
    <Primitive.Root value={value} onValueChange={onValueChange}>
      <Primitive.List
        aria-label={label}
        className="flex overflow-x-auto shadow-[inset_0_-1px_0_var(--line)] [scrollbar-width:none]"
      >
        {items.map((item) => (
          <Primitive.Trigger
            key={item.value}
            value={item.value}
            disabled={item.disabled ?? false}
            className={tab}
          >
            {item.icon}
            {item.label}
            {item.extra}
          </Primitive.Trigger>
        ))}
      </Primitive.List>
      {children}
    </Primitive.Root>
  );
}

interface TabPanelProps {
  value: string;
  /** Stays mounted while another tab is open, for work in progress. */
  keepMounted?: boolean;
  children: ReactNode;
}

export function TabPanel({ value, keepMounted = false, children }: TabPanelProps) {
  return (
    <Primitive.Content
      value={value}
      {...(keepMounted && { forceMount: true })}
      className="rounded-control pt-4 data-[state=inactive]:hidden"
    >
      {children}
    </Primitive.Content>
  );
}
