import { ArrowLeft, ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';

interface NeighborLinksProps<T> {
  label: string;
  items: readonly T[];
  current: T;
  /** Renders a link to an item around its content. */
  link: (item: T, className: string, content: ReactNode) => ReactNode;
  children: (item: T, direction: 'Previous' | 'Next') => ReactNode;
}

const linkStyle =
  'flex min-w-0 items-center gap-2 rounded-control border border-line px-3 py-2 text-ink-2 hover:bg-hover hover:text-ink pointer-coarse:min-h-11';

/** Links to what comes before and after the current item. Needs a container for its two columns. */
export function NeighborLinks<T>({ label, items, current, link, children }: NeighborLinksProps<T>) {
  const index = items.indexOf(current);
  const [previous, next] = [items[index - 1], items[index + 1]];
  return (
    <nav
      aria-label={label}
      className="mt-10 grid gap-3 border-line border-t pt-6 @2xl:grid-cols-2 print:hidden"
    >
      {previous !== undefined &&
        link(
          previous,
          linkStyle,
          <>
            <ArrowLeft aria-hidden size={16} className="shrink-0" />
            {children(previous, 'Previous')}
          </>,
        )}
      {next !== undefined &&
        link(
          next,
          `${linkStyle} justify-end text-right @2xl:col-start-2`,
          <>
            {children(next, 'Next')}
            <ArrowRight aria-hidden size={16} className="shrink-0" />
          </>,
        )}
    </nav>
  );
}
