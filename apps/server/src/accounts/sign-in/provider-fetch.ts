import type { CustomFetch, FetchBody } from 'openid-client';
import type { GuardedClient } from '../../platform/outbound/guarded-client.ts';

/** Bodies of the calls to a provider are forms. */
const textOf = (body: FetchBody): string | undefined => (body == null ? undefined : String(body));

/**
 * Calls to the provider. What it says of itself may lead to its own origin, whatever its address, and otherwise to public
 * addresses only: a provider must not reach into this network. Redirects are not followed.
 */
export function createProviderFetch(client: GuardedClient, timeoutMs: number): CustomFetch {
  return async (url, { method, headers, body, signal }) => {
    const reply = await client.send({
      method,
      url,
      headers: lowerCased(headers),
      body: textOf(body),
      timeoutMs,
      fromCatalog: true,
      followRedirects: false,
      ...(signal && { signal }),
    });
    // Already decoded.
    const { 'content-encoding': _, 'content-length': __, ...kept } = reply.headers;
    const isEmpty = [204, 205, 304].includes(reply.status);
    return new Response(isEmpty ? null : reply.text, { status: reply.status, headers: kept });
  };
}

const lowerCased = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
