import { hp } from '@warranty/contracts/vendors/hp';
import { lookUpBatch } from '../batch.ts';
import { assertUsableStatus, parseJson, unexpectedReply } from '../call.ts';
import { clientSecretProof, createTokenClient } from '../client-credentials.ts';
import type { ClientKeys, Connector, ConnectorOptions } from '../connector.ts';
import type { VendorAnswer } from '../outcome.ts';
import { toQuery } from './query.ts';
import { readQueryRows } from './reply.ts';

const { paths, timeouts } = hp;

/** HP Inc., product warranty API v2. */
export function createHp({ send, baseUrl, keys, now }: ConnectorOptions<ClientKeys>): Connector {
  const tokenUrl = baseUrl + paths.token;
  const client = createTokenClient({ send, tokenUrl, proveClient: clientSecretProof(keys), now, timeouts });

  async function ask(identifiers: readonly string[]): Promise<Map<string, VendorAnswer>> {
    const reply = await client.request('POST', baseUrl + paths.warranties, identifiers.map(toQuery));
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
    // HP identifies a row by its serial only, so a serial under two product numbers needs two calls.
    lookup: (serials) =>
      lookUpBatch(serials, { vendor: hp, keyOf: (identifier) => toQuery(identifier).sn, ask }),
    checkKeys: client.checkKeys,
  };
}
