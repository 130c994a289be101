import type { VendorDefinition } from '@warranty/contracts/vendors/vendor';
import * as z from 'zod/mini';
import { assertUsableStatus, call, parseJson, refusedKeys, unexpectedReply } from './call.ts';
import type { ClientKeys } from './connector.ts';
import type { Send, VendorReply, VendorRequest } from './send.ts';

const refreshMarginSeconds = 300;

const tokenReply = z.object({
  access_token: z.string().check(z.minLength(1)),
  expires_in: z.union([z.number(), z.string().check(z.regex(/^\d+$/))]),
});

/** The fields of a token request, in addition to the grant type. They prove who the client is. */
export type ClientProof = Readonly<Record<string, string>>;

export const clientSecretProof =
  ({ clientId, clientSecret }: ClientKeys) =>
  (): ClientProof => ({
    client_id: clientId,
    client_secret: clientSecret,
  });

interface TokenOptions {
  send: Send;
  tokenUrl: string;
  proveClient: () => ClientProof;
  now: () => number;
  timeouts: VendorDefinition['timeouts'];
  /** Whether a reply rejects the token. */
  isTokenRefused?: (reply: VendorReply) => boolean;
}

/** OAuth client credentials flow, used by several vendors. Concurrent callers share one token call. */
export function createTokenClient({
  send,
  tokenUrl,
  proveClient,
  now,
  timeouts,
  isTokenRefused = ({ status }) => status === 401,
}: TokenOptions) {
  let current: { token: string; until: number } | null = null;
  let fetching: Promise<string> | null = null;

  async function fetchToken(): Promise<string> {
    const form = new URLSearchParams({ grant_type: 'client_credentials', ...proveClient() });
    const reply = await call(send, {
      method: 'POST',
      url: tokenUrl,
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: form.toString(),
      timeoutMs: timeouts.tokenMs,
    });
    const { token, seconds } = readToken(reply, now());
    current = { token, until: now() + Math.max(seconds - refreshMarginSeconds, 30) * 1000 };
    return token;
  }

  function getToken(): Promise<string> {
    if (current && now() < current.until) return Promise.resolve(current.token);
    fetching ??= fetchToken().finally(() => {
      fetching = null;
    });
    return fetching;
  }

  return {
    /** Fetches a token, the cheapest call that needs the keys. */
    async checkKeys(): Promise<void> {
      await getToken();
    },

    /** Fetches a new token once if the current one is rejected. A second rejection means that the keys are invalid. */
    async request(method: VendorRequest['method'], url: string, json?: unknown): Promise<VendorReply> {
      const requestWith = (token: string) => {
        const headers = { authorization: `Bearer ${token}`, accept: 'application/json' };
        const request = { method, url, timeoutMs: timeouts.lookupMs };
        return json === undefined
          ? call(send, { ...request, headers })
          : call(send, {
              ...request,
              headers: { ...headers, 'content-type': 'application/json' },
              body: JSON.stringify(json),
            });
      };
      const token = await getToken();
      const reply = await requestWith(token);
      if (!isTokenRefused(reply)) return reply;
      if (current?.token === token) current = null;
      return requestWith(await getToken());
    },
  };
}

function readToken(reply: VendorReply, now: number): { token: string; seconds: number } {
  if (reply.status === 400) throw refusedKeys();
  assertUsableStatus(reply, now);
  const parsed = tokenReply.safeParse(parseJson(reply.text));
  if (reply.status !== 200 || !parsed.success) throw unexpectedReply('the token reply');
  return { token: parsed.data.access_token, seconds: Number(parsed.data.expires_in) };
}
