const start = '/';
const organizationPattern = /^\/o\/([a-z0-9-]+)(?=[/?#]|$)/;
/** What is no page, and the pages that a sign-in is not for. */
const outside = /^\/(api|sign-in|link)(\/|$)/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: browsers remove some of them, and what is left could be another host
const misleading = /[\u0000-\u001f\u007f-\u009f\\]/;

/** Null for a path that is not encoded correctly. */
function decode(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

const isPage = (path: string): boolean =>
  !path.startsWith('//') &&
  !misleading.test(path) &&
  !outside.test(path) &&
  !/^\/(sign-in|link)(\/|$)/i.test(path.replace(organizationPattern, ''));

/**
 * Where a sign-in continues: the address that the page was opened with, if it is one of a page of this server. Anyone can make
 * a link to the sign-in, so everything else becomes the start page.
 */
export function returnAddress(text: string | null, origin: string): string {
  if (text === null || !text.startsWith('/') || text.startsWith('//') || misleading.test(text)) return start;
  if (!URL.canParse(text, origin)) return start;
  const url = new URL(text, origin);
  const path = decode(url.pathname);
  // Steps such as /..// are gone now, so the path could begin with the name of another host.
  if (url.origin !== origin || path === null || !isPage(url.pathname) || !isPage(path)) return start;
  return url.pathname + url.search + url.hash;
}
