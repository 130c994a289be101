import { ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { classes } from './classes.ts';

interface DetailsProps {
  summary: ReactNode;
  defaultOpen?: boolean;
  className?: string;
  children: ReactNode;
}

/** Collapsible content, rendered when it is first opened. */
export function Details({ summary, defaultOpen = false, className, children }: DetailsProps) {
  const [opened, setOpened] = useState(defaultOpen);
  return (
    <details
      open={defaultOpen}
      onToggle={(event) => event.currentTarget.open && setOpened(true)}
      className={classes('group/details', className)}
    >
      <summary className="inline-flex min-h-6 cursor-pointer list-none items-center gap-1.5 rounded-sm text-ink-2 text-sm hover:text-ink pointer-coarse:min-h-11 [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden
          size={14}
          className="shrink-0 transition-[rotate] duration-150 ease-out group-open/details:rotate-90"
        />
        {summary}
      </summary>
      {opened && <div className="mt-2">{children}</div>}
    </details>
  );
}
