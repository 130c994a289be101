import type { VendorDefinition } from '@warranty/contracts/vendors/vendor';
import * as z from 'zod/mini';
import { assertUsableStatus, call, parseJson, refusedKeys, unexpectedReply } from './call.ts';
import type { ClientKeys } from './connector.ts';
import type { Send, VendorReply } from './send.ts';

const refreshMarginSeconds = 300;

const tokenReply = z.object({
  access_token: z.string().check(z.minLength(1)),
  expires_in: z.union([z.number(), z.string().check(z.regex(/^\d+$/))]),
});

export interface TokenSource {
  get(): Promise<string>;
  /** Discards a rejected token. The next `get` fetches a new one, unless that has already happened. */
  drop(token: string): void;
}

/** The fields of a token request, in addition to the grant type. They prove who the client is. */
export type ClientProof = Readonly<Record<string, string>>;

export const clientSecretProof =
  ({ clientId, clientSecret }: ClientKeys) =>
  (): ClientProof => ({
    client_id: clientId,
    client_secret: clientSecret,
  });

/** OAuth client credentials flow, used by several vendors. Concurrent callers share one token call. */
export function createTokenSource(
  send: Send,
  tokenUrl: string,
  proveClient: () => ClientProof,
  now: () => number,
  { tokenMs }: VendorDefinition['timeouts'],
): TokenSource {
  let current: { token: string; until: number } | null = null;
  let fetching: Promise<string> | null = null;

  async function fetchToken(): Promise<string> {
    const { token, seconds } = readToken(
      await requestToken(send, { url: tokenUrl, proof: proveClient(), timeoutMs: tokenMs }),
      now(),
    );
    current = { token, until: now() + Math.max(seconds - refreshMarginSeconds, 30) * 1000 };
    return token;
  }

  return {
    get() {
      if (current && now() < current.until) return Promise.resolve(current.token);
      fetching ??= fetchToken().finally(() => {
        fetching = null;
      });
      return fetching;
    },
    drop(token) {
      if (current?.token === token) current = null;
    },
  };
}

/** Fetches a new token once after a 401. A second 401 means that the keys are invalid. */
export async function callWithToken(
  tokens: TokenSource,
  request: (token: string) => Promise<VendorReply>,
): Promise<VendorReply> {
  const first = await tokens.get();
  const reply = await request(first);
  if (reply.status !== 401) return reply;
  tokens.drop(first);
  return request(await tokens.get());
}

function requestToken(
  send: Send,
  { url, proof, timeoutMs }: { url: string; proof: ClientProof; timeoutMs: number },
): Promise<VendorReply> {
  const form = new URLSearchParams({ grant_type: 'client_credentials', ...proof });
  return call(send, {
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: form.toString(),
    timeoutMs,
  });
}

function readToken(reply: VendorReply, now: number): { token: string; seconds: number } {
  if (reply.status === 400) throw refusedKeys();
  assertUsableStatus(reply, now);
  const parsed = tokenReply.safeParse(parseJson(reply.text));
  if (reply.status !== 200 || !parsed.success) throw unexpectedReply('the token reply');
  return { token: parsed.data.access_token, seconds: Number(parsed.data.expires_in) };
}
