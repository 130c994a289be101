import { AppError } from './app-error.ts';

export interface PublicAddress {
  /** `https://warranty.example.com` */
  origin: string;
  https: boolean;
  /** What a Host header may say, port included where it is not the scheme's own. */
  hosts: ReadonlySet<string>;
  origins: ReadonlySet<string>;
}

const localNames = ['localhost', '127.0.0.1', '[::1]'];

/** `publicUrl` is the one truth about our own address; on a laptop every local name of it counts. */
export function publicAddress(publicUrl: string): PublicAddress {
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

export function assertKnownHost(address: PublicAddress, host: string | undefined): void {
  if (host === undefined || !address.hosts.has(host.toLowerCase())) throw new AppError('wrong_host');
}

type Headers = Record<string, string | string[] | undefined>;

/**
 * A request that changes something must come from our own pages. Browsers say so in Sec-Fetch-Site; where
 * that is missing the Origin must be ours. A caller with neither is no browser page of ours and is refused.
 */
export function assertSameOrigin(address: PublicAddress, headers: Headers): void {
  const site = headers['sec-fetch-site'];
  if (site === 'same-origin' || site === 'none') return;
  const origin = headers.origin;
  if (site === undefined && typeof origin === 'string' && address.origins.has(origin)) return;
  throw new AppError('cross_site');
}
