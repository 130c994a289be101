import { trimEnd } from '../trim.ts';

/** Why the server does not call a URL: the rule, and the message for the user. */
export interface RelayRefusal {
  rule: 'scheme' | 'credentials' | 'host' | 'port' | 'address';
  message: string;
}

const localHosts = ['localhost', '127.0.0.1', '[::1]'];

/** Whether a page may call http as well as https: only if it was loaded over http or from this machine. */
export function mayCallHttp({ protocol, hostname }: Pick<URL, 'protocol' | 'hostname'>): boolean {
  return protocol === 'http:' || localHosts.includes(hostname);
}

/** A host name with a trailing dot is the same name, and the same rules apply. */
export const withoutRootDot = (hostname: string) => trimEnd(hostname, /\./);

export const notPublic = (hostname: string): RelayRefusal => ({
  rule: 'address',
  message: `Only public addresses are allowed, and ${hostname} is not public.`,
});

/**
 * Rules that only need the URL itself; checked in the page, to avoid useless requests, and on the server. The server also
 * resolves host names and checks their addresses.
 */
export function relayRefusal(url: URL, ports: ReadonlySet<number>): RelayRefusal | null {
  const hostname = withoutRootDot(url.hostname);
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return { rule: 'scheme', message: 'Only http and https URLs are allowed.' };
  if (url.username !== '' || url.password !== '')
    return { rule: 'credentials', message: 'URLs must not contain a user name or password.' };
  if (hostname === '') return { rule: 'host', message: 'Enter a complete URL.' };
  if (!ports.has(port)) return { rule: 'port', message: `Port ${port} is not allowed.` };
  return isPlainlyPrivate(hostname) ? notPublic(hostname) : null;
}

/** Loopback, private, link-local, metadata and multicast addresses in URL notation; the server knows many more ranges. */
function isPlainlyPrivate(hostname: string): boolean {
  if (/(^|\.)localhost$/.test(hostname)) return true;
  // All public IPv6 addresses allocated so far start with 2 or 3.
  if (hostname.startsWith('[')) return !/^\[[23][0-9a-f]{3}:/.test(hostname);
  const parts = /^(\d+)\.(\d+)\.\d+\.\d+$/.exec(hostname);
  if (!parts) return false;
  const [first, second] = [Number(parts[1]), Number(parts[2])];
  return (
    [0, 10, 127].includes(first) ||
    first >= 224 ||
    (first === 100 && second >= 64 && second < 128) ||
    (first === 169 && second === 254) ||
    (first === 172 && second >= 16 && second < 32) ||
    (first === 192 && second === 168)
  );
}
