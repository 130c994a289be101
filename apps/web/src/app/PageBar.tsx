import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface PageBarProps {
  icon: LucideIcon;
  /** What concerns the whole page. Nothing is shown without it. */
  text: ReactNode;
  /** Buttons. */
  children: ReactNode;
}

/** One of the bars at the bottom of the page. */
export function PageBar({ icon: Icon, text, children }: PageBarProps) {
  return (
    text && (
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t bg-expiring-soft px-4 py-2 text-expiring md:px-8">
        <p className="flex min-w-0 flex-[1_1_16rem] items-start gap-2 text-sm">
          <Icon aria-hidden size={16} className="mt-0.5 shrink-0" />
          <span className="min-w-0 wrap-anywhere">{text}</span>
        </p>
        {children}
      </div>
    )
  );
}
