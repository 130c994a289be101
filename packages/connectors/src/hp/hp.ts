import { hp } from '@warranty/contracts/vendors/hp';
import { lookUpBatch } from '../batch.ts';
import { assertUsableStatus, call, parseJson, unexpectedReply } from '../call.ts';
import { callWithToken, clientSecretProof, createTokenSource } from '../client-credentials.ts';
import type { ClientKeys, Connector, ConnectorOptions } from '../connector.ts';
import type { VendorAnswer } from '../outcome.ts';
import { identifiersByCall, toQuery } from './query.ts';
import { readQueryRows } from './reply.ts';

const { name, paths, timeouts, batchSize } = hp;

/** HP Inc., product warranty API v2. */
export function createHp({ send, baseUrl, keys, now }: ConnectorOptions<ClientKeys>): Connector {
  const tokens = createTokenSource(send, baseUrl + paths.token, clientSecretProof(keys), now, timeouts);

  async function ask(identifiers: readonly string[]): Promise<Map<string, VendorAnswer>> {
    const reply = await callWithToken(tokens, (token) =>
      call(send, {
        method: 'POST',
        url: baseUrl + paths.warranties,
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          accept: 'application/json',
        },
        body: JSON.stringify(identifiers.map(toQuery)),
        timeoutMs: timeouts.lookupMs,
      }),
    );
    assertUsableStatus(reply, now());
    const bySerial = reply.status === 200 ? readQueryRows(parseJson(reply.text)) : null;
    if (bySerial === null) throw unexpectedReply();
    return new Map(
      identifiers.flatMap((identifier) => {
        const answer = bySerial.get(toQuery(identifier).sn);
        return answer ? [[identifier, answer]] : [];
      }),
    );
  }

  return {
    lookup: (serials) =>
      lookUpBatch(serials, { vendor: name, size: batchSize, groupByCall: identifiersByCall, ask }),
    async checkKeys() {
      await tokens.get();
    },
  };
}
