import { type VendorAnswer, VendorFailure } from '../outcome.ts';
import { retryAfterSeconds } from '../retry-after.ts';
import { type Send, SendFailure, type VendorReply } from '../send.ts';
import { readEntitlementRows } from './reply.ts';
import { createTokenSource, type DellCredentials, parseJson, type TokenSource } from './token.ts';

const lookupTimeout = 15_000;

/** Dell takes up to a hundred tags in one call. */
export const dellBatchSize = 100;

export interface DellOptions {
  send: Send;
  /** `https://apigtwb2c.us.dell.com`, or where the simulator listens. */
  baseUrl: string;
  credentials: DellCredentials;
  now: () => number;
}

export interface Dell {
  /**
   * What Dell says about each tag, matched by tag and never by position. Rejects with `VendorFailure` when it says
   * nothing about any of them.
   */
  lookup(tags: readonly string[]): Promise<Map<string, VendorAnswer>>;
}

export function createDell({ send, baseUrl, credentials, now }: DellOptions): Dell {
  const tokens = createTokenSource(send, baseUrl, credentials, now);
  const ask = (tags: readonly string[]) => askOnce(send, baseUrl, tokens, tags, now);
  return {
    async lookup(tags) {
      if (tags.length > dellBatchSize)
        throw new Error(`Dell takes ${dellBatchSize} tags a call, not ${tags.length}`);
      const answers = await ask(tags);
      const missing = tags.filter((tag) => !answers.has(tag));
      // Dell has been seen to leave rows out; asked again it usually answers.
      const late = missing.length > 0 ? await ask(missing) : answers;
      return new Map(tags.map((tag) => [tag, answers.get(tag) ?? late.get(tag) ?? { kind: 'unexpected' }]));
    },
  };
}

/** A refused token is fetched anew once; a second refusal is the keys' fault. */
async function askOnce(
  send: Send,
  baseUrl: string,
  tokens: TokenSource,
  tags: readonly string[],
  now: () => number,
): Promise<Map<string, VendorAnswer>> {
  const first = await tokens.get();
  let reply = await request(send, baseUrl, first, tags);
  if (reply.status === 401) {
    tokens.drop(first);
    reply = await request(send, baseUrl, await tokens.get(), tags);
  }
  return readReply(reply, now());
}

async function request(
  send: Send,
  baseUrl: string,
  token: string,
  tags: readonly string[],
): Promise<VendorReply> {
  const query = new URLSearchParams({ servicetags: tags.join(',') });
  try {
    return await send({
      method: 'GET',
      url: `${baseUrl}/PROD/sbil/eapi/v5/asset-entitlements?${query}`,
      headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
      timeoutMs: lookupTimeout,
    });
  } catch (error) {
    throw new VendorFailure('unreachable', error instanceof SendFailure ? error.reason : 'no answer', {
      cause: error,
    });
  }
}

function readReply({ status, headers, text }: VendorReply, now: number): Map<string, VendorAnswer> {
  if (status === 401 || status === 403) throw new VendorFailure('key-refused', 'the keys were refused');
  if (status === 429) {
    throw new VendorFailure('busy', 'too many calls', {
      retryAfterSeconds: retryAfterSeconds(headers['retry-after'], now),
    });
  }
  if (status >= 500) throw new VendorFailure('unreachable', `it answered ${status}`);
  const answers = status === 200 ? readEntitlementRows(parseJson(text)) : null;
  if (answers === null) throw new VendorFailure('unexpected', 'the reply has another form');
  return answers;
}
