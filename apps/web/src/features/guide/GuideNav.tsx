import { classes } from '../../ui/classes.ts';
import type { GuideGroup, GuidePage } from './guide-page.ts';
import { PageLink } from './PageLink.tsx';

export interface GuideListProps {
  groups: readonly GuideGroup[];
  pages: readonly GuidePage[];
  /** The name of the page that is shown. */
  current: string;
}

/** All pages in the order of the index. */
export function GuideNav({ groups, pages, current }: GuideListProps) {
  const titles = new Map(pages.map(({ slug, title }) => [slug, title]));
  const item = (slug: string) => (
    <PageLink
      slug={slug}
      aria-current={slug === current ? 'page' : undefined}
      className={classes(
        'block rounded-control px-2 py-1.5 focus-visible:-outline-offset-2',
        slug === current
          ? 'bg-accent-soft font-medium text-accent-strong'
          : 'text-ink-2 hover:bg-sunken hover:text-ink',
      )}
    >
      {slug === 'index' ? 'Overview' : titles.get(slug)}
    </PageLink>
  );
  return (
    <nav aria-label="Documentation" className="max-h-[calc(100dvh-2rem)] overflow-y-auto pb-8">
      {item('index')}
      {groups.map(({ name, slugs }) => (
        <div key={name} className="mt-4">
          <h2 className="px-2 pb-1 font-medium text-ink-3 text-xs">{name}</h2>
          <ul aria-label={name}>
            {slugs.map((slug) => (
              <li key={slug}>{item(slug)}</li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
