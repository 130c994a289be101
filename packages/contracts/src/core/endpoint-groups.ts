/** How the reference divides the endpoints, in the order in which they are read. */
export const endpointGroups = [
  { name: 'Warranty lookup', description: 'One device or a short list, answered at once.' },
  { name: 'Bulk runs', description: 'Files of up to a million rows, looked up in the background.' },
  { name: 'Image lookup', description: 'Photos of labels.' },
  { name: 'Purchase dates', description: 'Predicted from descriptions and files.' },
  { name: 'Network agents', description: 'Downloads, secrets and scans.' },
  {
    name: 'Usage and activity',
    description: 'What you have used of each limit, and what was done with your data.',
  },
  { name: 'Access tokens', description: 'For other applications.' },
  { name: 'Vendor keys', description: 'Your own keys for the APIs of vendors.' },
  { name: 'Explorer and tester', description: 'What the API Explorer and the API tester of the app call.' },
  { name: 'Sessions', description: 'The browser session of a user without an account.' },
  { name: 'Organization', description: 'Its members, their roles, and invitations.' },
  { name: 'Sign-in', description: 'People, their passkeys and one-time links.' },
  { name: 'This server', description: 'Its configuration, documents and health checks.' },
] as const;

export type EndpointGroup = (typeof endpointGroups)[number]['name'];
