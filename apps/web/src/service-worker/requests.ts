/** The only page under `/api`. Not taken from the contract, which would bring all schemas into the worker. */
export const apiReferencePath = '/api/docs';

/** What the worker does with a request. Everything else, above all the API, goes to the network as if there were no worker. */
export type Handling = 'page' | 'file' | 'none';

export interface SeenRequest {
  method: string;
  url: string;
  mode: string;
  destination: string;
}

export function handlingOf({ method, url, mode, destination }: SeenRequest, origin: string): Handling {
  const { origin: from, pathname } = new URL(url);
  if (method !== 'GET' || from !== origin) return 'none';
  if (pathname.startsWith('/assets/')) return 'file';
  // Not frames, and not files of the API, whose links are navigations too.
  const isPage = !/^\/api(\/|$)/.test(pathname) || pathname === apiReferencePath;
  return isPage && mode === 'navigate' && destination === 'document' ? 'page' : 'none';
}

/** A proxy answers so if the server behind it is gone. */
export const isGatewayFailure = (status: number): boolean => [502, 503, 504].includes(status);
