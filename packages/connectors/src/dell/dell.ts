import { lookUpBatch } from '../batch.ts';
import { assertUsableStatus, call, parseJson, unexpectedReply } from '../call.ts';
import { callWithToken, createTokenSource } from '../client-credentials.ts';
import type { ClientKeys, Connector, ConnectorOptions } from '../connector.ts';
import type { VendorAnswer } from '../outcome.ts';
import { readEntitlementRows } from './reply.ts';

const lookupTimeout = 15_000;

/** Dell accepts up to 100 tags per call. */
export const dellBatchSize = 100;

/** TechDirect, warranty API v5. `baseUrl` is `https://apigtwb2c.us.dell.com`, or the simulator's URL. */
export function createDell({ send, baseUrl, keys, now }: ConnectorOptions<ClientKeys>): Connector {
  const tokens = createTokenSource(send, `${baseUrl}/auth/oauth/v2/token`, keys, now);

  async function ask(tags: readonly string[]): Promise<Map<string, VendorAnswer>> {
    const query = new URLSearchParams({ servicetags: tags.join(',') });
    const reply = await callWithToken(tokens, (token) =>
      call(send, {
        method: 'GET',
        url: `${baseUrl}/PROD/sbil/eapi/v5/asset-entitlements?${query}`,
        headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
        timeoutMs: lookupTimeout,
      }),
    );
    assertUsableStatus(reply, now());
    const answers = reply.status === 200 ? readEntitlementRows(parseJson(reply.text)) : null;
    if (answers === null) throw unexpectedReply();
    return answers;
  }

  return {
    lookup: (tags) => lookUpBatch(tags, { vendor: 'Dell', size: dellBatchSize, ask }),
    async checkKeys() {
      await tokens.get();
    },
  };
}
