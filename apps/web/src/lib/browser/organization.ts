/** Whether there is such an organization is up to the server. */
const pattern = /^\/o\/([a-z0-9-]+)(?=\/|$)/;
/** Pages that are about no organization. */
const outside = ['/sign-in', '/link'];
const lastKey = 'last-organization';

interface Page {
  location: { pathname: string; search: string; hash: string; replace(address: string): void };
  history: { state: unknown; replaceState(state: unknown, unused: string, address: string): void };
}

/** Tests of rules have no page. */
const { location, history } = globalThis as unknown as Page;
const firstPath = (location as Page['location'] | undefined)?.pathname ?? '/';

/** Storage may be unavailable. This is not `stored-text`, whose keys depend on the organization. */
export function readLastOrganization(): string | null {
  try {
    return localStorage.getItem(lastKey);
  } catch {
    return null;
  }
}

/** For the next page that is opened without an organization in its address. Null forgets it. */
export function rememberOrganization(last: string | null): void {
  try {
    if (last === null) localStorage.removeItem(lastKey);
    else localStorage.setItem(lastKey, last);
  } catch {
    // The server knows the organizations of the person.
  }
}

/** The address of a page in an organization. Null is for browsers without a sign-in. */
export const addressIn = (organization: string | null, path: string): string =>
  organization === null ? path : `/o/${organization}${path}`;

/** The path of the page that is shown, without its organization. */
export const pagePath = (): string => location.pathname.replace(pattern, '') || '/';

/** The page that is shown with all its parameters, without its organization. */
export const pageAddress = (): string => pagePath() + location.search + location.hash;

/** Leads an address without an organization to the one that was used last, before anything reads the address. */
function openLast(): string | null {
  const last = outside.includes(firstPath) ? null : readLastOrganization();
  if (last !== null) history.replaceState(history.state, '', addressIn(last, pageAddress()));
  return last;
}

/**
 * The organization that this page is about: the handle in `/o/{handle}/...`. It stays the same until the page is loaded again, so
 * two tabs can show two organizations. Null for a browser without a sign-in.
 */
export const handle: string | null = pattern.exec(firstPath)?.[1] ?? openLast();

/** For links that the router does not know. */
export const addressOf = (path: string): string => addressIn(handle, path);

/** Loads another page. Never resolves, so that nothing is shown in the meantime. */
export function leaveFor(address: string): Promise<never> {
  location.replace(address);
  return new Promise(() => undefined);
}

/** Says with each call which organization it is about. A call without a sign-in is refused then, instead of being about the browser. */
export const organizationHeaders: Record<string, string> =
  handle === null ? {} : { 'warranty-organization': handle };

/** For links that download a file, which cannot have a header. */
export function downloadQuery(query = new URLSearchParams()): string {
  if (handle !== null) query.set('organization', handle);
  const text = query.toString();
  return text && `?${text}`;
}
