import { AppError } from './app-error.ts';

export interface PublicOrigin {
  /** For example `https://warranty.example.com`. */
  origin: string;
  https: boolean;
  /** Accepted Host headers, with the port unless it is the scheme's default. */
  hosts: ReadonlySet<string>;
  origins: ReadonlySet<string>;
}

const localNames = ['localhost', '127.0.0.1', '[::1]'];

/** `publicUrl` is the only source of our own URL. For a local one, all loopback names are accepted. */
export function publicOriginOf(publicUrl: string): PublicOrigin {
  const url = new URL(publicUrl);
  const port = url.port ? `:${url.port}` : '';
  const names = localNames.includes(url.hostname) ? localNames : [url.hostname];
  const hosts = names.map((name) => name + port);
  return {
    origin: url.origin,
    https: url.protocol === 'https:',
    hosts: new Set(hosts),
    origins: new Set(hosts.map((host) => `${url.protocol}//${host}`)),
  };
}

export function assertKnownHost(ours: PublicOrigin, host: string | undefined): void {
  if (host === undefined || !ours.hosts.has(host.toLowerCase())) throw new AppError('wrong_host');
}

type Headers = Record<string, string | string[] | undefined>;

/**
 * A request that changes something must come from our own pages. Browsers report this in Sec-Fetch-Site; if it is missing,
 * the Origin must be ours. A request with neither does not come from our pages and is rejected.
 */
export function assertSameOrigin(ours: PublicOrigin, headers: Headers): void {
  const site = headers['sec-fetch-site'];
  if (site === 'same-origin' || site === 'none') return;
  const origin = headers.origin;
  if (site === undefined && typeof origin === 'string' && ours.origins.has(origin)) return;
  throw new AppError('cross_site');
}
