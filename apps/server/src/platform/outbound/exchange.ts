import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { buildConnector, Client } from 'undici';
import { decodeText, readBounded } from './bounded-body.ts';
import type { Destination } from './destination.ts';
import { BlockedCallError } from './errors.ts';
import { isPublicAddress } from './public-address.ts';
import { type Hop, locationOf } from './redirect.ts';

export interface GuardedReply {
  status: number;
  headers: Record<string, string>;
  text: string;
}

export interface GuardedLimits {
  connectMs: number;
  /** Applies to the compressed and the decompressed size. */
  replyBytes: number;
  headerBytes: number;
  redirects: number;
}

type Answer = GuardedReply | { status: number; headers: Record<string, string>; leadsTo: URL };

/** Sends one request on its own connection, which is closed afterwards. */
export async function exchange(
  { method, headers, body }: Hop,
  { url, addresses }: Destination,
  limits: GuardedLimits,
  signal: AbortSignal,
): Promise<Answer> {
  const client = new Client(url.origin, {
    connect: connectorTo(addresses, limits.connectMs),
    allowH2: false,
    maxHeaderSize: limits.headerBytes,
    maxResponseSize: limits.replyBytes,
    // The signal enforces the timeout.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  try {
    const path = url.pathname + url.search;
    const answer = await client.request({ method, path, headers, body: body ?? null, signal });
    const shown = shownHeaders(answer.headers);
    const leadsTo = locationOf(answer.statusCode, shown.location, url);
    if (leadsTo) {
      answer.body.on('error', () => undefined).destroy();
      return { status: answer.statusCode, headers: shown, leadsTo };
    }
    const bytes = await readBounded(answer.body, shown['content-encoding'] ?? '', limits.replyBytes);
    const text = decodeText(bytes, shown['content-type'] ?? '');
    return { status: answer.statusCode, headers: shown, text };
  } finally {
    await client.destroy();
  }
}

/** Connects only to the checked addresses, and checks the remote address again before any byte is sent. */
function connectorTo(addresses: LookupAddress[] | null, timeout: number): buildConnector.connector {
  if (addresses === null) return buildConnector({ timeout, allowH2: false });
  const connect = buildConnector({ timeout, allowH2: false, lookup: lookupIn(addresses) });
  return (options, callback) =>
    connect(options, (...result) => {
      const [error, socket] = result;
      if (error || !socket || isPublicAddress(socket.remoteAddress ?? '')) return callback(...result);
      socket.destroy();
      callback(new BlockedCallError('connect', 'address', 'Only public addresses are allowed.'), null);
    });
}

function lookupIn(addresses: LookupAddress[]): LookupFunction {
  return (_hostname, options, callback) => {
    const [first] = addresses;
    if (options.all) callback(null, addresses);
    else callback(null, first?.address ?? '', first?.family);
  };
}

/** Cookies of other hosts are dropped; neither we nor the page need them. */
function shownHeaders(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || name === 'set-cookie'
        ? []
        : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  );
}
