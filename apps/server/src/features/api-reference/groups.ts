import type { Endpoint } from '@warranty/contracts/core/endpoint';

interface Group {
  name: string;
  description: string;
  /** What follows `/api/` in the paths of its endpoints, or the whole path. */
  starts: readonly string[];
}

/** How the reference is divided, in the order in which it is read. */
export const groups: readonly Group[] = [
  {
    name: 'Warranty lookup',
    description: 'One device or a short list, answered at once.',
    starts: ['warranty'],
  },
  {
    name: 'Bulk runs',
    description: 'Files of up to a million rows, looked up in the background.',
    starts: ['bulk-runs', 'progress'],
  },
  { name: 'Image lookup', description: 'Photos of labels.', starts: ['ocr'] },
  {
    name: 'Purchase dates',
    description: 'Predicted from descriptions and files.',
    starts: ['purchase-date'],
  },
  { name: 'Network agents', description: 'Downloads, secrets and scans.', starts: ['agent'] },
  {
    name: 'Usage and activity',
    description: 'What you have used of each limit, and what was done with your data.',
    starts: ['usage', 'audit-events'],
  },
  { name: 'Access tokens', description: 'For other applications.', starts: ['external-tokens'] },
  { name: 'Vendor keys', description: 'Your own keys for the APIs of vendors.', starts: ['user'] },
  {
    name: 'Explorer and tester',
    description: 'What the API Explorer and the API tester of the app call.',
    starts: ['discovery', 'vendor-operations'],
  },
  { name: 'Sessions', description: 'The browser session of a user without an account.', starts: ['auth'] },
  {
    name: 'This server',
    description: 'Its configuration, documents and health checks.',
    starts: ['config', 'openapi.json', 'docs', 'request-frame', '/livez', '/readyz'],
  },
];

/** The name of the group of an endpoint. */
export function groupOf({ path }: Pick<Endpoint, 'path'>): string {
  const start = path.startsWith('/api/') ? path.split('/')[2] : path;
  const group = groups.find(({ starts }) => start !== undefined && starts.includes(start));
  if (!group) throw new Error(`${path} belongs to no group of the API reference: add it to groups.ts`);
  return group.name;
}
