import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { CircleQuestionMark, FlaskConical, PanelLeft } from 'lucide-react';
import { Suspense, useEffect, useRef } from 'react';
import { usePageTitle } from '../lib/browser/page-title.ts';
import { useMediaQuery } from '../lib/browser/use-media-query.ts';
import { guideAddress } from '../shared/screen/guide-address.ts';
import { useConfig, useIsDemo } from '../shared/server/config.ts';
import { establishSession, useIsOutside } from '../shared/session/session.ts';
import { buttonStyle } from '../ui/button/button-style.ts';
import { IconButton } from '../ui/button/IconButton.tsx';
import { classes } from '../ui/classes.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { Tooltip, TooltipProvider } from '../ui/overlay/Tooltip.tsx';
import { useHasBeenTrue } from '../ui/use-has-been-true.ts';
import { Footer } from './Footer.tsx';
import { Palette } from './palette/Palette.tsx';
import { Sidebar } from './Sidebar.tsx';
import { ThemeToggle } from './ThemeControl.tsx';
import { useSidebar } from './use-sidebar.ts';

const SidebarSheet = lazyPart(() => import('./SidebarSheet.tsx'));
const RunningWork = lazyPart(async () => ({ default: (await import('./later.ts')).RunningWork }));
const PageBars = lazyPart(async () => ({ default: (await import('./later.ts')).PageBars }));
const Outside = lazyPart(() => import('./organization/OutsidePage.tsx'));
// A toast that is shown before it has loaded waits for it.
const Toaster = lazyPart(async () => ({ default: (await import('../ui/feedback/Toaster.tsx')).Toaster }));

/** Layout of every page: sidebar, top bar, page content, footer and notifications. */
export function Shell() {
  const isPhone = useMediaQuery('(width < 768px)');
  const { expanded, sheetOpen, setSheetOpen, toggle } = useSidebar(isPhone);
  const sheetWanted = useHasBeenTrue(sheetOpen);
  const config = useConfig();
  const isDemo = useIsDemo();
  useSessionOnce();
  // What can wait must not compete with the page for a slow connection.
  const isPageShown = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation !== undefined });
  return (
    <TooltipProvider>
      <a
        href="#content"
        className="sr-only rounded-control bg-accent px-3 py-2 text-on-accent focus-visible:not-sr-only focus-visible:fixed focus-visible:top-2 focus-visible:left-2 focus-visible:z-60"
      >
        Skip to content
      </a>
      <div className="flex min-h-dvh">
        {isPhone ? (
          <Suspense>{sheetWanted && <SidebarSheet open={sheetOpen} onOpenChange={setSheetOpen} />}</Suspense>
        ) : (
          <aside
            aria-label="Sidebar"
            data-state={expanded ? 'expanded' : 'collapsed'}
            className={classes(
              'sticky top-0 h-dvh shrink-0 print:hidden border-line border-r bg-surface transition-[width] duration-150 ease-out',
              expanded ? 'w-64' : 'w-12',
            )}
          >
            <Sidebar expanded={expanded} />
          </aside>
        )}
        <div className="flex min-w-0 flex-1 flex-col">
          {isDemo && <DemoBar />}
          <div className="flex h-12 shrink-0 items-center justify-between px-2 md:px-4 print:hidden">
            <IconButton
              label="Toggle sidebar"
              aria-keyshortcuts="Control+B Meta+B"
              tooltip
              aria-expanded={isPhone ? sheetOpen : expanded}
              icon={PanelLeft}
              onClick={toggle}
            />
            <Suspense>{isPageShown && <RunningWork />}</Suspense>
            <Palette />
            <HelpLink />
            <ThemeToggle />
          </div>
          <Content />
          {/* Not before the page, which would push it away. */}
          {isPageShown && <Footer config={config} />}
          <Suspense>{isPageShown && <PageBars />}</Suspense>
        </div>
      </div>
      <Suspense>{isPageShown && <Toaster />}</Suspense>
    </TooltipProvider>
  );
}

/**
 * At least as tall as the window: the footer would otherwise be in view, and be moved by what a page loads.
 *
 * Moves the focus to the start of the content after a navigation, or to the heading in the address. Not on the first page or
 * while an input has the focus.
 */
function Content() {
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  usePageTitle(useRouterState({ select: ({ matches }) => matches.at(-1)?.staticData.title }));
  const isOutside = useIsOutside() && path !== '/account';
  const main = useRef<HTMLElement>(null);
  const before = useRef(path);
  useEffect(() => {
    const isTyping = document.activeElement instanceof HTMLInputElement;
    const named = document.getElementById(location.hash.slice(1));
    if (before.current !== undefined && before.current !== path && !isTyping)
      (named ?? main.current)?.focus({ preventScroll: true });
    before.current = path;
  }, [path]);
  return (
    <main
      ref={main}
      id="content"
      tabIndex={-1}
      className="mx-auto min-h-dvh w-full max-w-288 has-data-wide:max-w-400 flex-1 px-4 pt-2 pb-16 focus-visible:outline-none md:px-8 md:pt-6"
    >
      {isOutside ? (
        <Suspense>
          <Outside />
        </Suspense>
      ) : (
        <Outlet />
      )}
    </main>
  );
}

/** Ignores a failure here: the screen that needs the session shows its own error. */
function useSessionOnce(): void {
  useEffect(() => {
    establishSession().catch(() => undefined);
  }, []);
}

/** Shown on every page of an installation that runs on sample data, so that no figure is mistaken for a real one. */
function DemoBar() {
  return (
    <p className="flex items-center gap-2 border-line border-b bg-expiring-soft px-4 py-1.5 text-expiring text-sm">
      <FlaskConical aria-hidden size={14} className="shrink-0" />
      <strong className="font-medium">Demo: sample data</strong>
      <span className="hidden sm:inline">Results come from sample devices only.</span>
    </p>
  );
}

/** Opens the page of the guide that explains the current screen. */
function HelpLink() {
  const guide = useRouterState({ select: ({ matches }) => matches.at(-1)?.staticData.guide });
  return (
    <Tooltip content="Help for this page">
      <Link
        to={guideAddress(guide ?? 'index')}
        aria-label="Help for this page"
        className={classes(buttonStyle('ghost', 'md'), 'min-w-9 shrink-0 px-0! pointer-coarse:min-w-11')}
      >
        <CircleQuestionMark aria-hidden size={16} />
      </Link>
    </Tooltip>
  );
}
