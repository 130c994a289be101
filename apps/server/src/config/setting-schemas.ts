import ipaddr from 'ipaddr.js';
import * as z from 'zod';
import { splitHosts } from '../platform/db/hosts.ts';
import { isMasterKey } from '../platform/secrets/master-keys.ts';

/** Requires four parts: some programs read `1` as a number of hops, others as 0.0.0.1. */
const isAddress = (text: string) => ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
const isAddressRange = (text: string) => isAddress(text) || ipaddr.isValidCIDR(text);

/** Shorter prefixes contain clients as well as proxies, and those could then choose their own address. */
const minPrefixBits = { ipv4: 8, ipv6: 16 };

function isNarrow(text: string): boolean {
  // Text that is not a range has already been reported.
  if (!ipaddr.isValidCIDR(text)) return true;
  const [address, bits] = ipaddr.parseCIDR(text);
  if (address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress()) return bits - 96 >= minPrefixBits.ipv4;
  return bits >= minPrefixBits[address.kind()];
}

export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`));

/** Settings name megabytes, gigabytes and hours, the program counts bytes and seconds. */
const unitsOf = (unit: number) => (min: number, max: number) =>
  wholeNumber(min, max).transform((count) => count * unit);
export const megabytes = unitsOf(1024 ** 2);
export const gigabytes = unitsOf(1024 ** 3);
export const hours = unitsOf(3600);

export const commit = z.string().regex(/^[0-9a-f]{7,64}$/, 'must be a commit hash');

export const onOff = z.enum(['on', 'off'], 'must be on or off').transform((value) => value === 'on');

export const webUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https URL' });

export const origin = webUrl.refine((text) => {
  const url = URL.parse(text);
  // Text that is not a URL has already been reported.
  return url === null || `${url.protocol}//${url.host}/` === url.href;
}, 'must contain only a scheme and host, such as https://warranty.example.com');

export const portOrOff = z
  .string()
  .regex(/^(off|\d+)$/, 'must be "off" or a whole number')
  .transform((text) => (text === 'off' ? text : Number(text)))
  .refine((value) => value === 'off' || (value >= 1 && value <= 65535), 'must be a port, 1 to 65535');

const singlePostgresUrl = z.url({ protocol: /^postgres(ql)?$/ });

/** May have several hosts, separated by commas. */
export const postgresUrl = z
  .string()
  .refine(
    (text) => splitHosts(text).every((url) => singlePostgresUrl.safeParse(url).success),
    'must be a postgres:// URL',
  );

export const masterKey = z
  .string()
  .refine(isMasterKey, 'must be 32 random bytes in base64, such as `openssl rand -base64 32` prints');

const list = z.string().transform((text) => text.split(',').map((item) => item.trim()));

export const masterKeys = list.pipe(z.array(masterKey));

export const proxies = list.pipe(
  z.array(
    z
      .string()
      .refine(
        isAddressRange,
        'must be a comma-separated list of IP addresses or CIDR ranges, such as 10.0.0.5',
      )
      .refine(
        isNarrow,
        'must not contain a range as wide as this one, because everyone in it could choose their IP address. Name the address of your proxy',
      ),
  ),
);

export const ports = list.pipe(z.array(wholeNumber(1, 65535)));

export const logLevel = z.enum(
  ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
  'must be a log level',
);

/** Hosts that tenants of a provider share. */
const sharedIssuer =
  /^(login\.microsoftonline\.com|login\.microsoft\.com|sts\.windows\.net)$|(^|\.)b2clogin\.com$/;
const sharedTenant = /^\/(common|organizations|consumers)(\/|$)/i;

function isShared({ hostname, pathname }: URL): boolean {
  if (!sharedIssuer.test(hostname)) return false;
  return hostname.endsWith('b2clogin.com') || sharedTenant.test(pathname);
}

const isLoopback = ({ hostname }: URL) => ['localhost', '127.0.0.1', '[::1]'].includes(hostname);

/** One tenant's own. Over plain http, everyone on the way could sign in as anyone. */
export const issuer = webUrl
  .max(500)
  .refine((text) => {
    const url = URL.parse(text);
    return url === null || url.protocol === 'https:' || isLoopback(url);
  }, 'must start with https://')
  .refine((text) => {
    const url = URL.parse(text);
    return url === null || !(url.search || url.hash || url.username || url.password);
  }, 'must have no query, fragment, user or password')
  .refine((text) => {
    const url = URL.parse(text);
    return url === null || !isShared(url);
  }, 'must be the issuer of one tenant, such as https://login.microsoftonline.com/TENANT_ID/v2.0, because people of every other tenant could sign in, too');

export const scopes = z.string().refine((text) => text.split(' ').includes('openid'), 'must contain openid');
