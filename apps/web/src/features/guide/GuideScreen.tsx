import { Link, useNavigate, useParams, useRouter, useRouterState } from '@tanstack/react-router';
import { ArrowUpRight, BookX } from 'lucide-react';
import { useEffect } from 'react';
import { useOwnPageTitle } from '../../lib/browser/page-title.ts';
import { BackLink, BackToHome } from '../../shared/screen/BackLink.tsx';
import { guideAddress, guidePath } from '../../shared/screen/guide-address.ts';
import { Button } from '../../ui/button/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { SearchSelect } from '../../ui/form/SearchSelect.tsx';
import { NeighborLinks } from '../../ui/layout/NeighborLinks.tsx';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import { Code } from '../../ui/text/Code.tsx';
import { Blocks } from './Blocks.tsx';
import { groups, pages } from './guide-content.ts';
import type { GuidePage } from './guide-page.ts';
import { PageLink } from './PageLink.tsx';

/** One page of docs/guide, with the others next to it. */
export default function GuideScreen() {
  const { page: slug = 'index' } = useParams({ strict: false });
  const page = pages.find((each) => each.slug === slug);
  return page ? <Page page={page} /> : <UnknownPage slug={slug} />;
}

function Page({ page }: { page: GuidePage }) {
  useOwnPageTitle(page.slug === 'index' ? undefined : `${page.title} · Documentation`);
  useHeadingInAddress();
  return (
    <div className="@container">
      <div className="@4xl:grid @4xl:grid-cols-[14rem_minmax(0,1fr)] @4xl:items-start @4xl:gap-10">
        <div className="sticky top-4 hidden @4xl:block print:hidden">
          <GuideNav current={page.slug} />
        </div>
        <div className="sticky top-0 z-20 -mx-1 mb-2 bg-canvas px-1 py-2 @4xl:hidden print:hidden">
          <GuidePicker current={page.slug} />
        </div>
        <article aria-labelledby="guide-title" className="@container min-w-0">
          <PageHeader
            back={page.slug === 'index' ? <BackToHome /> : <BackLink to={guidePath}>Documentation</BackLink>}
            title={page.title}
            titleId="guide-title"
            actions={<OpenScreen slug={page.slug} />}
          />
          <div className="mt-4 space-y-4">
            <Blocks blocks={page.blocks} />
          </div>
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
        </article>
      </div>
    </div>
  );
}

/** A link to the screen that the page explains. Pages for administrators and others have none. */
function OpenScreen({ slug }: { slug: string }) {
  const { routesByPath } = useRouter();
  const route = Object.values(routesByPath).find(({ options }) => options.staticData?.guide === slug);
  if (!route || slug === 'index') return null;
  return (
    <Button asChild icon={ArrowUpRight} className="print:hidden">
      <Link to={route.fullPath}>Open this screen</Link>
    </Button>
  );
}

function UnknownPage({ slug }: { slug: string }) {
  return (
    <div className="space-y-6">
      <PageHeader back={<BackToHome />} title="Documentation" />
      <EmptyState
        icon={BookX}
        title="There is no such page"
        action={
          <Button asChild>
            <Link to={guidePath}>All pages</Link>
          </Button>
        }
      >
        The documentation has no page named <Code className="wrap-anywhere">{slug}</Code>.
      </EmptyState>
    </div>
  );
}

interface CurrentPage {
  /** The name of the page that is shown. */
  current: string;
}

/** The pages as a dropdown, where there is no room next to the content. */
function GuidePicker({ current }: CurrentPage) {
  const navigate = useNavigate();
  const groupOf = (slug: string) => groups.find(({ slugs }) => slugs.includes(slug))?.name ?? '';
  return (
    <Field label="Page" hideLabel>
      <SearchSelect
        options={pages.map(({ slug, title }) => ({
          value: slug,
          text: `${title} ${groupOf(slug)}`,
          content: slug === 'index' ? 'Overview' : title,
        }))}
        value={current}
        onValueChange={(slug) => navigate({ to: guideAddress(slug) })}
        placeholder="Select a page"
        searchLabel="Search pages"
        nothing="No page matches."
      />
    </Field>
  );
}

/** Moves the focus to a heading of this page that the address names. After a change of the page, the shell does it. */
function useHeadingInAddress(): void {
  const hash = useRouterState({ select: ({ location }) => location.hash });
  useEffect(() => {
    if (hash) document.getElementById(hash)?.focus();
  }, [hash]);
}

/** All pages in the order of the index. */
function GuideNav({ current }: CurrentPage) {
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
