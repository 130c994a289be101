import { dell } from '@warranty/contracts/vendors/dell';
import { lookUpBatch } from '../batch.ts';
import { assertUsableStatus, parseJson, unexpectedReply } from '../call.ts';
import { clientSecretProof, createTokenClient } from '../client-credentials.ts';
import type { ClientKeys, Connector, ConnectorOptions } from '../connector.ts';
import type { VendorAnswer } from '../outcome.ts';
import { readEntitlementRows } from './reply.ts';

const { paths, timeouts } = dell;

/** TechDirect, warranty API v5. */
export function createDell({ send, baseUrl, keys, now }: ConnectorOptions<ClientKeys>): Connector {
  const tokenUrl = baseUrl + paths.token;
  const client = createTokenClient({ send, tokenUrl, proveClient: clientSecretProof(keys), now, timeouts });

  async function ask(tags: readonly string[]): Promise<Map<string, VendorAnswer>> {
    const query = new URLSearchParams({ servicetags: tags.join(',') });
    const reply = await client.request('GET', `${baseUrl}${paths.entitlements}?${query}`);
    assertUsableStatus(reply, now());
    const answers = reply.status === 200 ? readEntitlementRows(parseJson(reply.text)) : null;
    if (answers === null) throw unexpectedReply();
    return answers;
  }

  return {
    lookup: (tags) => lookUpBatch(tags, { vendor: dell, ask }),
    checkKeys: client.checkKeys,
  };
}
