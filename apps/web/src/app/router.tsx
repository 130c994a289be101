import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { addressOf } from '../lib/browser/organization.ts';
import { ScreenPending } from '../shared/screen/ScreenHeader.tsx';
import { ErrorState } from '../ui/feedback/ErrorState.tsx';
import HomePage from './home/HomePage.tsx';
import { lazyScreen } from './lazy-screen.tsx';
import { frameless, type Screen, screens } from './navigation.ts';
import { Shell } from './Shell.tsx';

const root = createRootRoute();

const framed = createRoute({ getParentRoute: () => root, id: 'framed', component: Shell });

const home = createRoute({
  getParentRoute: () => framed,
  path: '/',
  staticData: { guide: 'home' },
  // Part of the initial bundle: most users start here, and another request would delay the first paint.
  component: HomePage,
});

const toRoute =
  (parent: typeof root | typeof framed) =>
  ({ path, title, intro, guide, load }: Screen) =>
    createRoute({
      getParentRoute: () => parent,
      path,
      staticData: { title, intro, guide },
      component: lazyScreen(load),
    });

export const router = createRouter({
  routeTree: root.addChildren([
    framed.addChildren([home, ...screens.map(toRoute(framed))]),
    ...frameless.map(toRoute(root)),
  ]),
  basepath: addressOf('/'),
  // Always parse as text: the router's default parser reads a serial such as 5E12345 as a number.
  parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch: (search) => {
    const text = new URLSearchParams(search as Record<string, string>).toString();
    return text && `?${text}`;
  },
  defaultPreload: 'intent',
  // The heading of the next screen if its script does not arrive at once. Not earlier: React keeps a replacement for 300 ms.
  defaultPendingMs: 100,
  defaultPendingMinMs: 0,
  defaultPendingComponent: ScreenPending,
  defaultErrorComponent: ({ reset }) => (
    <ErrorState title="Something went wrong" onRetry={reset}>
      This page failed to load. Try again. If the problem persists, reload the page.
    </ErrorState>
  ),
  scrollRestoration: true,
});
