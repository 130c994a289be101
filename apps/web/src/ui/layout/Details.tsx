import { ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { classes } from '../classes.ts';

interface DetailsProps {
  summary: ReactNode;
  /** The summary is a sentence that may wrap. */
  isLong?: boolean;
  className?: string;
  children: ReactNode;
}

/** Collapsible content, rendered when it is first opened. */
export function Details({ summary, isLong = false, className, children }: DetailsProps) {
  const [opened, setOpened] = useState(false);
  return (
    <details
      onToggle={(event) => event.currentTarget.open && setOpened(true)}
      className={classes('group/details', className)}
    >
      <summary
        className={classes(
          'inline-flex min-h-6 cursor-pointer list-none gap-1.5 rounded-sm text-ink-2 text-sm hover:text-ink pointer-coarse:min-h-11 [&::-webkit-details-marker]:hidden',
          isLong ? 'items-start pointer-coarse:py-2' : 'items-center',
        )}
      >
        <ChevronRight
          aria-hidden
          size={14}
          className={classes(
            'shrink-0 transition-[rotate] duration-150 ease-out group-open/details:rotate-90',
            isLong && 'mt-1.5',
          )}
        />
        {summary}
      </summary>
      {opened && <div className="mt-2">{children}</div>}
    </details>
  );
}
