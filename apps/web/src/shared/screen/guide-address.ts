export const guidePath = '/docs';

/** The address of a page; the index has no name in it. */
export function guideAddress(slug: string): string {
  return slug === 'index' ? guidePath : `${guidePath}/${slug}`;
}
