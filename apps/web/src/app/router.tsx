import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { ErrorState } from '../ui/ErrorState.tsx';
import { LoadingState } from '../ui/LoadingState.tsx';
import HomePage from './home/HomePage.tsx';
import { Shell } from './Shell.tsx';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Shown in the browser tab before the product name. */
    title?: string;
  }
}

const root = createRootRoute({ component: Shell });

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  // Part of the initial bundle: most users start here, and another request would delay the first paint.
  component: HomePage,
});

const individualLookup = createRoute({
  getParentRoute: () => root,
  path: '/individual-lookup',
  staticData: { title: 'Individual Warranty Lookup' },
  component: lazyRouteComponent(() => import('../features/warranty/IndividualLookupScreen.tsx')),
});

const bulkLookup = createRoute({
  getParentRoute: () => root,
  path: '/bulk-lookup',
  staticData: { title: 'Bulk Warranty Lookup' },
  component: lazyRouteComponent(() => import('../features/bulk-lookup/BulkLookupScreen.tsx')),
});

const imageLookup = createRoute({
  getParentRoute: () => root,
  path: '/image-lookup',
  staticData: { title: 'Image Warranty Lookup' },
  component: lazyRouteComponent(() => import('../features/image-lookup/ImageLookupScreen.tsx')),
});

const purchaseDate = createRoute({
  getParentRoute: () => root,
  path: '/purchase-date-predictor',
  staticData: { title: 'Purchase Date Predictor' },
  component: lazyRouteComponent(() => import('../features/purchase-date/PurchaseDateScreen.tsx')),
});

const predictionAccuracy = createRoute({
  getParentRoute: () => root,
  path: '/purchase-date-predictor/accuracy',
  staticData: { title: 'Prediction Accuracy' },
  component: lazyRouteComponent(() => import('../features/purchase-date/AccuracyScreen.tsx')),
});

const apiKeys = createRoute({
  getParentRoute: () => root,
  path: '/api-keys',
  staticData: { title: 'API Key Management' },
  component: lazyRouteComponent(() => import('./ApiKeysPage.tsx')),
});

const apiExplorer = createRoute({
  getParentRoute: () => root,
  path: '/api-explorer',
  staticData: { title: 'API Explorer' },
  component: lazyRouteComponent(() => import('./ApiExplorerPage.tsx')),
});

const externalApi = createRoute({
  getParentRoute: () => root,
  path: '/external-api',
  staticData: { title: 'External API Access' },
  component: lazyRouteComponent(() => import('./ExternalApiPage.tsx')),
});

const agentDownload = createRoute({
  getParentRoute: () => root,
  path: '/agent-download',
  staticData: { title: 'Download Agents' },
  component: lazyRouteComponent(() => import('../features/agents/AgentDownloadScreen.tsx')),
});

const agentDiscoveries = createRoute({
  getParentRoute: () => root,
  path: '/agent-discoveries',
  staticData: { title: 'Agent Discoveries' },
  component: lazyRouteComponent(() => import('../features/agents/AgentDiscoveriesScreen.tsx')),
});

const comingSoon = createRoute({
  getParentRoute: () => root,
  path: '/coming-soon',
  staticData: { title: 'Coming Soon' },
  component: lazyRouteComponent(() => import('./ComingSoonPage.tsx')),
});

const notFound = createRoute({
  getParentRoute: () => root,
  path: '$',
  staticData: { title: 'Page Not Found' },
  component: lazyRouteComponent(() => import('./NotFoundPage.tsx')),
});

/** Every control in every state. Only in development and in the build for the browser tests. */
const developmentRoutes =
  import.meta.env.DEV || import.meta.env.MODE === 'controls'
    ? [
        createRoute({
          getParentRoute: () => root,
          path: '/ui',
          component: lazyRouteComponent(() => import('./KitPage.tsx'), 'KitPage'),
        }),
      ]
    : [];

export const router = createRouter({
  routeTree: root.addChildren([
    home,
    individualLookup,
    bulkLookup,
    imageLookup,
    purchaseDate,
    predictionAccuracy,
    apiKeys,
    apiExplorer,
    externalApi,
    agentDownload,
    agentDiscoveries,
    comingSoon,
    ...developmentRoutes,
    notFound,
  ]),
  // Always parse as text: the router's default parser reads a serial such as 5E12345 as a number.
  parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch: (search) => {
    const text = new URLSearchParams(search as Record<string, string>).toString();
    return text && `?${text}`;
  },
  defaultPreload: 'intent',
  defaultPendingComponent: () => <LoadingState />,
  defaultErrorComponent: ({ reset }) => (
    <ErrorState title="Something went wrong" onRetry={reset}>
      This page failed to load. Try again. If the problem persists, reload the page.
    </ErrorState>
  ),
  scrollRestoration: true,
});
