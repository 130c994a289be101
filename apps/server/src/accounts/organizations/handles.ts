import { handlePattern } from '@warranty/contracts/organization';

/** What else the first segment of a path, or a name of ours, can be. */
const reserved = new Set([
  ...['admin', 'api', 'app', 'assets', 'docs', 'health', 'help', 'installation', 'link', 'metrics', 'new'],
  ...[
    'null',
    'o',
    'organization',
    'organizations',
    'root',
    'settings',
    'sign-in',
    'support',
    'system',
    'undefined',
  ],
]);

/** Whether an organization may be called that. It may still be taken. */
export const isFreeHandle = (handle: string): boolean =>
  handlePattern.test(handle) && !reserved.has(handle) && !/^(demo-)?user-/.test(handle);
