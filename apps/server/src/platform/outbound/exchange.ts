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
  /** Counted packed and unpacked. */
  replyBytes: number;
  headerBytes: number;
  redirects: number;
}

type Answer = GuardedReply | { status: number; headers: Record<string, string>; leadsTo: URL };

/** One request on a connection of its own, which ends with it. */
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
    // The signal is the clock.
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

/** Connects to the checked addresses and nothing else, and looks once more whom it reached before a byte is sent. */
function connectorTo(addresses: LookupAddress[] | null, timeout: number): buildConnector.connector {
  if (addresses === null) return buildConnector({ timeout, allowH2: false });
  const connect = buildConnector({ timeout, allowH2: false, lookup: lookupIn(addresses) });
  return (options, callback) =>
    connect(options, (...result) => {
      const [error, socket] = result;
      if (error || !socket || isPublicAddress(socket.remoteAddress ?? '')) return callback(...result);
      socket.destroy();
      callback(new BlockedCallError('connect', 'address', 'The server calls public addresses only.'), null);
    });
}

function lookupIn(addresses: LookupAddress[]): LookupFunction {
  return (_hostname, options, callback) => {
    const [first] = addresses;
    if (options.all) callback(null, addresses);
    else callback(null, first?.address ?? '', first?.family);
  };
}

/** Cookies of others are no business of ours, nor of the page's. */
function shownHeaders(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || name === 'set-cookie'
        ? []
        : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  );
}
