import {
  CalendarClock,
  Compass,
  Download,
  FileSpreadsheet,
  House,
  ImageUp,
  KeyRound,
  type LucideIcon,
  Plug,
  Radar,
  Search,
} from 'lucide-react';
import type { ComponentType } from 'react';

/** A page that is loaded on the first visit. */
export interface Screen {
  path: string;
  /** Shown in the browser tab before the product name. */
  title: string;
  load: () => Promise<{ default: ComponentType }>;
}

/** A link in the sidebar, with the page that it opens. Home is part of the initial bundle. */
export interface NavigationItem extends Partial<Screen> {
  label: string;
  path: string;
  /** Query parameters of the link. */
  search?: Record<string, string>;
  icon: LucideIcon;
}

export interface NavigationGroup {
  label: string;
  items: NavigationItem[];
}

export const navigation: NavigationGroup[] = [
  {
    label: 'Warranty Lookup',
    items: [
      { label: 'Home', path: '/', icon: House },
      {
        label: 'Individual Lookup',
        path: '/individual-lookup',
        icon: Search,
        title: 'Individual Warranty Lookup',
        load: () => import('../features/warranty/IndividualLookupScreen.tsx'),
      },
      {
        label: 'Bulk Lookup',
        path: '/bulk-lookup',
        icon: FileSpreadsheet,
        title: 'Bulk Warranty Lookup',
        load: () => import('../features/bulk-lookup/BulkLookupScreen.tsx'),
      },
      {
        label: 'Image Lookup',
        path: '/image-lookup',
        icon: ImageUp,
        title: 'Image Warranty Lookup',
        load: () => import('../features/image-lookup/ImageLookupScreen.tsx'),
      },
    ],
  },
  {
    label: 'Advanced Tools',
    items: [
      {
        label: 'API Explorer',
        path: '/api-explorer',
        icon: Compass,
        load: () => import('./ApiExplorerPage.tsx'),
      },
      {
        label: 'Purchase Date Predictor',
        path: '/purchase-date-predictor',
        icon: CalendarClock,
        load: () => import('../features/purchase-date/PurchaseDateScreen.tsx'),
      },
      {
        label: 'External API Testing',
        path: '/external-api',
        search: { tab: 'testing' },
        icon: Plug,
        title: 'External API Access',
        load: () => import('./ExternalApiPage.tsx'),
      },
    ],
  },
  {
    label: 'Network Agents',
    items: [
      {
        label: 'Download Agents',
        path: '/agent-download',
        icon: Download,
        load: () => import('../features/agents/AgentDownloadScreen.tsx'),
      },
      {
        label: 'Agent Discoveries',
        path: '/agent-discoveries',
        icon: Radar,
        load: () => import('../features/agents/AgentDiscoveriesScreen.tsx'),
      },
    ],
  },
  {
    label: 'Settings',
    items: [
      {
        label: 'API Key Management',
        path: '/api-keys',
        icon: KeyRound,
        load: () => import('./ApiKeysPage.tsx'),
      },
    ],
  },
];

const unlisted: Screen[] = [
  {
    path: '/purchase-date-predictor/accuracy',
    title: 'Prediction Accuracy',
    load: () => import('../features/purchase-date/AccuracyScreen.tsx'),
  },
  { path: '/coming-soon', title: 'Coming Soon', load: () => import('./ComingSoonPage.tsx') },
  { path: '$', title: 'Page Not Found', load: () => import('./NotFoundPage.tsx') },
];

export const screens: Screen[] = [
  ...navigation.flatMap(({ items }) =>
    items.flatMap(({ path, label, title = label, load }) => (load ? [{ path, title, load }] : [])),
  ),
  ...unlisted,
];
