import { trimEnd } from '../trim.ts';

/** Why the server does not make a call to an address: which rule, and the sentence for the user. */
export interface RelayRefusal {
  rule: 'scheme' | 'credentials' | 'host' | 'port' | 'address';
  message: string;
}

const localHosts = ['localhost', '127.0.0.1', '[::1]'];

/** Whether a page may send to http as well as to https: only where it came over http itself, or from this machine. */
export function mayCallHttp({ protocol, hostname }: Pick<URL, 'protocol' | 'hostname'>): boolean {
  return protocol === 'http:' || localHosts.includes(hostname);
}

/** A name with a dot at its end is the same name, and must meet the same rules. */
export const withoutRootDot = (hostname: string) => trimEnd(hostname, /\./);

export const notPublic = (hostname: string): RelayRefusal => ({
  rule: 'address',
  message: `The server calls public addresses only; ${hostname} is none.`,
});

/**
 * The rules that an address can be held against as it is written, in the page and on the server: what they refuse is
 * not worth sending. The server goes on to ask which addresses a name has.
 */
export function relayRefusal(url: URL, ports: ReadonlySet<number>): RelayRefusal | null {
  const hostname = withoutRootDot(url.hostname);
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return { rule: 'scheme', message: 'Only http and https addresses are called.' };
  if (url.username !== '' || url.password !== '')
    return { rule: 'credentials', message: 'A name and password do not belong in an address.' };
  if (hostname === '') return { rule: 'host', message: 'This is not a whole address.' };
  if (!ports.has(port)) return { rule: 'port', message: `The server does not call port ${port}.` };
  return isPlainlyPrivate(hostname) ? notPublic(hostname) : null;
}

/** Loopback, private, link-local, metadata and multicast, as a URL writes them; the server knows many more ranges. */
function isPlainlyPrivate(hostname: string): boolean {
  if (/(^|\.)localhost$/.test(hostname)) return true;
  // Everything that the public was ever given begins with 2 or 3.
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
