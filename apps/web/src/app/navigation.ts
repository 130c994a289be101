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

export interface NavigationItem {
  label: string;
  to: string;
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
      { label: 'Home', to: '/', icon: House },
      { label: 'Individual Lookup', to: '/individual-lookup', icon: Search },
      { label: 'Bulk Lookup', to: '/bulk-lookup', icon: FileSpreadsheet },
      { label: 'Image Lookup', to: '/image-lookup', icon: ImageUp },
    ],
  },
  {
    label: 'Advanced Tools',
    items: [
      { label: 'API Explorer', to: '/api-explorer', icon: Compass },
      { label: 'Purchase Date Predictor', to: '/purchase-date-predictor', icon: CalendarClock },
      { label: 'External API Testing', to: '/external-api', search: { tab: 'testing' }, icon: Plug },
    ],
  },
  {
    label: 'Network Agents',
    items: [
      { label: 'Download Agents', to: '/agent-download', icon: Download },
      { label: 'Agent Discoveries', to: '/agent-discoveries', icon: Radar },
    ],
  },
  { label: 'Settings', items: [{ label: 'API Key Management', to: '/api-keys', icon: KeyRound }] },
];
