import {
  Building2,
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
  UserRound,
} from 'lucide-react';
import type { ComponentType } from 'react';
import { handle } from '../lib/browser/organization.ts';
import { guidePath } from '../shared/screen/guide-address.ts';

/** A page that is loaded on the first visit. */
export interface Screen {
  path: string;
  /** Its heading, also shown in the browser tab before the product name. */
  title: string;
  /** One sentence below the heading, where it is plain text. */
  intro?: string | undefined;
  /** The page of the guide that explains it: the name of a file in docs/guide. */
  guide: string;
  load: () => Promise<{ default: ComponentType }>;
}

/** A link in the sidebar, with the page that it opens. Home is part of the initial bundle. */
export interface NavigationItem extends Partial<Screen> {
  label: string;
  guide: string;
  path: string;
  /** Query parameters of the link. */
  search?: Record<string, string>;
  icon: LucideIcon;
  /** About an organization or a person, which browsers without a sign-in have not. */
  forPeople?: true;
}

const allNavigation: { label: string; items: NavigationItem[] }[] = [
  {
    label: 'Warranty Lookup',
    items: [
      { label: 'Home', path: '/', guide: 'home', icon: House },
      {
        label: 'Individual Lookup',
        path: '/individual-lookup',
        guide: 'individual-lookup',
        icon: Search,
        title: 'Individual Warranty Lookup',
        intro: 'Look up warranty information for a single device',
        load: () => import('../features/warranty/IndividualLookupScreen.tsx'),
      },
      {
        label: 'Bulk Lookup',
        path: '/bulk-lookup',
        guide: 'bulk-lookup',
        icon: FileSpreadsheet,
        title: 'Bulk Warranty Lookup',
        intro:
          'Upload a spreadsheet of devices, have it enriched with warranty data and download the result.',
        load: () => import('../features/bulk-lookup/BulkLookupScreen.tsx'),
      },
      {
        label: 'Image Lookup',
        path: '/image-lookup',
        guide: 'image-lookup',
        icon: ImageUp,
        title: 'Image Warranty Lookup',
        intro: 'Take a photo of an asset tag to look up the device’s warranty.',
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
        guide: 'api-explorer',
        icon: Compass,
        intro: 'Fetch JSON from this or another API, map its fields to columns and export them as CSV',
        load: () => import('./ApiExplorerPage.tsx'),
      },
      {
        label: 'Purchase Date Predictor',
        path: '/purchase-date-predictor',
        guide: 'purchase-date-predictor',
        icon: CalendarClock,
        load: () => import('../features/purchase-date/PurchaseDateScreen.tsx'),
      },
      {
        label: 'External API Testing',
        path: '/external-api',
        guide: 'external-api',
        search: { tab: 'testing' },
        icon: Plug,
        title: 'External API Access',
        intro: 'Create tokens for other applications and test vendor APIs',
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
        guide: 'download-agents',
        icon: Download,
        intro:
          'Network discovery agents for Windows, macOS and Linux. They find the devices on your network and send the results here',
        load: () => import('../features/agents/download/AgentDownloadScreen.tsx'),
      },
      {
        label: 'Agent Discoveries',
        path: '/agent-discoveries',
        guide: 'agent-discoveries',
        icon: Radar,
        intro: 'Devices that your agents found on your networks',
        load: () => import('../features/agents/scans/AgentDiscoveriesScreen.tsx'),
      },
    ],
  },
  {
    label: 'Settings',
    items: [
      {
        label: 'API Key Management',
        path: '/api-keys',
        guide: 'api-keys',
        icon: KeyRound,
        intro: 'Add your own vendor keys to look up more vendors',
        load: () => import('./ApiKeysPage.tsx'),
      },
      {
        label: 'Organization',
        path: '/organization',
        guide: 'organization',
        icon: Building2,
        forPeople: true,
        intro: 'Who works here, what was done, and how much of each limit is used',
        load: () => import('./OrganizationPage.tsx'),
      },
      {
        label: 'Your Account',
        path: '/account',
        guide: 'sign-in',
        icon: UserRound,
        forPeople: true,
        intro: 'Your passkeys and the browsers in which you are signed in',
        load: () => import('./AccountPage.tsx'),
      },
    ],
  },
];

/** The links of the sidebar for the user of this page. */
export const navigation = allNavigation.map(({ label, items }) => ({
  label,
  items: items.filter(({ forPeople }) => !forPeople || handle !== null),
}));

/** Pages without the sidebar: they are about no organization. */
export const frameless: Screen[] = [
  {
    path: '/sign-in',
    guide: 'sign-in',
    title: 'Sign In',
    load: () => import('../features/sign-in/SignInScreen.tsx'),
  },
  {
    path: '/sign-in/callback',
    guide: 'sign-in',
    title: 'Sign In',
    load: () => import('../features/sign-in/CallbackScreen.tsx'),
  },
  {
    path: '/link',
    guide: 'sign-in',
    title: 'Join',
    load: () => import('../features/sign-in/LinkScreen.tsx'),
  },
];

const unlisted: Screen[] = [
  {
    path: '/purchase-date-predictor/accuracy',
    guide: 'purchase-date-predictor',
    title: 'Prediction Accuracy',
    intro: 'How often predicted purchase dates are right.',
    load: () => import('../features/purchase-date/AccuracyScreen.tsx'),
  },
  {
    path: '/api/docs',
    guide: 'api-reference',
    title: 'API Reference',
    intro: 'Every endpoint of this server, with examples to copy and requests to try.',
    load: () => import('../features/api-reference/ApiReferenceScreen.tsx'),
  },
  {
    path: '/coming-soon',
    guide: 'home',
    title: 'Coming Soon',
    intro: 'Features for power users, and which of them are already available.',
    load: () => import('./ComingSoonPage.tsx'),
  },
  ...[guidePath, `${guidePath}/$page`].map((path) => ({
    path,
    title: 'Documentation',
    guide: 'index',
    load: () => import('../features/guide/GuideScreen.tsx'),
  })),
  { path: '$', title: 'Page Not Found', guide: 'index', load: () => import('./NotFoundPage.tsx') },
];

export const screens: Screen[] = [
  ...allNavigation.flatMap(({ items }) =>
    items.flatMap(({ path, label, title = label, intro, guide, load }) =>
      load ? [{ path, title, intro, guide, load }] : [],
    ),
  ),
  ...unlisted,
];
