import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { ErrorState } from '../ui/ErrorState.tsx';
import { LoadingState } from '../ui/LoadingState.tsx';
import HomePage from './home/HomePage.tsx';
import { Shell } from './Shell.tsx';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Stands in the browser's tab, before the product's name. */
    title?: string;
  }
}

const root = createRootRoute({ component: Shell });

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  // In the first script: most people begin here, and one request more would hold up their first sight of it.
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

/** Every control in every state. Only in development and in the build that the browser tests make of it. */
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
    apiKeys,
    apiExplorer,
    externalApi,
    agentDownload,
    agentDiscoveries,
    comingSoon,
    ...developmentRoutes,
    notFound,
  ]),
  // As text, always: the router's own reading takes a serial such as 5E12345 for a number.
  parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch: (search) => {
    const text = new URLSearchParams(search as Record<string, string>).toString();
    return text && `?${text}`;
  },
  defaultPreload: 'intent',
  defaultPendingComponent: () => <LoadingState />,
  defaultErrorComponent: ({ reset }) => (
    <ErrorState title="This page could not be shown" onRetry={reset}>
      Its program did not load or failed. Try again; if it stays, reload the page.
    </ErrorState>
  ),
  scrollRestoration: true,
});
