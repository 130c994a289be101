import { ChevronRight } from 'lucide-react';
import { type ReactNode, useId } from 'react';

interface FoldedSectionProps {
  title: string;
  /** What is inside, in a few words. */
  hint: string;
  children: ReactNode;
}

/** A section that is closed at first: what most people need is above it. */
export function FoldedSection({ title, hint, children }: FoldedSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <details className="group/fold">
        <summary className="flex min-h-12 cursor-pointer list-none items-center gap-3 px-5 py-2 hover:bg-hover focus-visible:-outline-offset-2 [&::-webkit-details-marker]:hidden">
          <ChevronRight
            aria-hidden
            size={16}
            className="shrink-0 text-ink-3 transition-[rotate] duration-150 ease-out group-open/fold:rotate-90"
          />
          <span className="flex min-w-0 flex-wrap items-baseline gap-x-3">
            <h2 id={id} className="font-semibold">
              {title}
            </h2>
            <span className="text-ink-2 text-sm">{hint}</span>
          </span>
        </summary>
        <div className="px-5 pt-2 pb-5">{children}</div>
      </details>
    </section>
  );
}
