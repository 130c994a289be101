/** The pages of the guide (docs/guide), so that every screen can name the one that explains it. A test compares it with the files. */
export const guideSlugs = [
  'index',
  'home',
  'individual-lookup',
  'bulk-lookup',
  'image-lookup',
  'api-explorer',
  'purchase-date-predictor',
  'external-api',
  'download-agents',
  'agent-discoveries',
  'api-keys',
  'api-reference',
  'api-users',
  'administrators',
  'contributors',
] as const;

export type GuideSlug = (typeof guideSlugs)[number];

export const guidePath = '/docs';

/** The address of a page; the index has no name in it. */
export function guideAddress(slug: string): string {
  return slug === 'index' ? guidePath : `${guidePath}/${slug}`;
}
