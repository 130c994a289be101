import { NeighborLinks } from '../../ui/NeighborLinks.tsx';
import type { GuidePage } from './guide-page.ts';
import { PageLink } from './PageLink.tsx';

interface NeighborPagesProps {
  pages: readonly GuidePage[];
  page: GuidePage;
}

/** The pages before and after this one. */
export function NeighborPages({ pages, page }: NeighborPagesProps) {
  return (
    <NeighborLinks
      label="Previous and next page"
      items={pages}
      current={page}
      link={({ slug }, className, content) => <PageLink {...{ slug, className }}>{content}</PageLink>}
    >
      {({ title }, direction) => (
        <span className="min-w-0">
          <span className="block text-ink-3 text-xs">{direction}</span> {title}
        </span>
      )}
    </NeighborLinks>
  );
}
