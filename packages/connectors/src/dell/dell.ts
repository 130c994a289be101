import { dell } from '@warranty/contracts/vendors/dell';
import { lookUpBatch } from '../batch.ts';
import { assertUsableStatus, call, parseJson, unexpectedReply } from '../call.ts';
import { callWithToken, clientSecretProof, createTokenSource } from '../client-credentials.ts';
import type { ClientKeys, Connector, ConnectorOptions } from '../connector.ts';
import type { VendorAnswer } from '../outcome.ts';
import { readEntitlementRows } from './reply.ts';

const { name, paths, timeouts, batchSize } = dell;

/** TechDirect, warranty API v5. */
export function createDell({ send, baseUrl, keys, now }: ConnectorOptions<ClientKeys>): Connector {
  const tokens = createTokenSource(send, baseUrl + paths.token, clientSecretProof(keys), now, timeouts);

  async function ask(tags: readonly string[]): Promise<Map<string, VendorAnswer>> {
    const query = new URLSearchParams({ servicetags: tags.join(',') });
    const reply = await callWithToken(tokens, (token) =>
      call(send, {
        method: 'GET',
        url: `${baseUrl}${paths.entitlements}?${query}`,
        headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
        timeoutMs: timeouts.lookupMs,
      }),
    );
    assertUsableStatus(reply, now());
    const answers = reply.status === 200 ? readEntitlementRows(parseJson(reply.text)) : null;
    if (answers === null) throw unexpectedReply();
    return answers;
  }

  return {
    lookup: (tags) => lookUpBatch(tags, { vendor: name, size: batchSize, ask }),
    async checkKeys() {
      await tokens.get();
    },
  };
}
