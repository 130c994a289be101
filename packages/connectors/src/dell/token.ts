import * as z from 'zod/mini';
import { VendorFailure } from '../outcome.ts';
import { retryAfterSeconds } from '../retry-after.ts';
import { type Send, SendFailure, type VendorReply } from '../send.ts';

const tokenTimeout = 10_000;
const earlySeconds = 300;

export interface DellCredentials {
  clientId: string;
  clientSecret: string;
}

const tokenReply = z.object({
  access_token: z.string().check(z.minLength(1)),
  expires_in: z.union([z.number(), z.string().check(z.regex(/^\d+$/))]),
});

export interface TokenSource {
  get(): Promise<string>;
  /** A token that was refused; the next `get` fetches another unless that has happened already. */
  drop(token: string): void;
}

/** Parallel callers share one token call. */
export function createTokenSource(
  send: Send,
  baseUrl: string,
  credentials: DellCredentials,
  now: () => number,
): TokenSource {
  let current: { token: string; until: number } | null = null;
  let fetching: Promise<string> | null = null;

  async function fetchToken(): Promise<string> {
    const reply = await askForToken(send, baseUrl, credentials);
    const { token, seconds } = readToken(reply, now());
    current = { token, until: now() + Math.max(seconds - earlySeconds, 30) * 1000 };
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

async function askForToken(send: Send, baseUrl: string, credentials: DellCredentials): Promise<VendorReply> {
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: credentials.clientId,
    client_secret: credentials.clientSecret,
  });
  try {
    return await send({
      method: 'POST',
      url: `${baseUrl}/auth/oauth/v2/token`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: form.toString(),
      timeoutMs: tokenTimeout,
    });
  } catch (error) {
    throw new VendorFailure('unreachable', error instanceof SendFailure ? error.reason : 'no answer', {
      cause: error,
    });
  }
}

function readToken({ status, headers, text }: VendorReply, now: number): { token: string; seconds: number } {
  if (status === 400 || status === 401 || status === 403)
    throw new VendorFailure('key-refused', 'the keys were refused');
  if (status === 429) {
    throw new VendorFailure('busy', 'too many calls', {
      retryAfterSeconds: retryAfterSeconds(headers['retry-after'], now),
    });
  }
  if (status >= 500) throw new VendorFailure('unreachable', `it answered ${status}`);
  const parsed = tokenReply.safeParse(parseJson(text));
  if (status !== 200 || !parsed.success)
    throw new VendorFailure('unexpected', 'the token reply has another form');
  return { token: parsed.data.access_token, seconds: Number(parsed.data.expires_in) };
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
