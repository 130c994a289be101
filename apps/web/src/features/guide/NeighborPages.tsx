import { ArrowLeft, ArrowRight } from 'lucide-react';
import type { GuidePage } from './guide-page.ts';
import { PageLink } from './PageLink.tsx';

interface NeighborPagesProps {
  pages: readonly GuidePage[];
  page: GuidePage;
}

const linkStyle =
  'flex min-w-0 items-center gap-2 rounded-control border border-line px-3 py-2 text-ink-2 hover:bg-hover hover:text-ink pointer-coarse:min-h-11';

/** The pages before and after this one. */
export function NeighborPages({ pages, page }: NeighborPagesProps) {
  const index = pages.indexOf(page);
  const previous = pages[index - 1];
  const next = pages[index + 1];
  return (
    <nav
      aria-label="Previous and next page"
      className="mt-10 grid gap-3 border-line border-t pt-6 @2xl:grid-cols-2 print:hidden"
    >
      {previous && (
        <PageLink slug={previous.slug} className={linkStyle}>
          <ArrowLeft aria-hidden size={16} className="shrink-0" />
          <span className="min-w-0">
            <span className="block text-ink-3 text-xs">Previous</span> {previous.title}
          </span>
        </PageLink>
      )}
      {next && (
        <PageLink slug={next.slug} className={`${linkStyle} justify-end text-right @2xl:col-start-2`}>
          <span className="min-w-0">
            <span className="block text-ink-3 text-xs">Next</span> {next.title}
          </span>
          <ArrowRight aria-hidden size={16} className="shrink-0" />
        </PageLink>
      )}
    </nav>
  );
}
