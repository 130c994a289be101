import { lenovo } from '@warranty/contracts/vendors/lenovo';
import { lookUpBatch } from '../batch.ts';
import { assertUsableStatus, call, parseJson, unexpectedReply } from '../call.ts';
import type { ApiKey, Connector, ConnectorOptions } from '../connector.ts';
import type { VendorAnswer } from '../outcome.ts';
import type { VendorRequest } from '../send.ts';
import { answersByIdentifier, serialOf } from './identifiers.ts';
import { readWarrantyReply } from './reply.ts';

const { paths, timeouts } = lenovo;

/** Has the format of a serial, so that Lenovo processes it. The check also works if a device has this serial after all. */
const serialOfNoDevice = 'ZZ000000';

/** Support API v2.5. */
export function createLenovo({ send, baseUrl, keys, now }: ConnectorOptions<ApiKey>): Connector {
  const url = baseUrl + paths.warranty;
  const headers = { ClientID: keys.apiKey, accept: 'application/json' };

  function requestFor(identifiers: readonly string[]): VendorRequest {
    const body = new URLSearchParams({ Serial: identifiers.join(',') }).toString();
    const timeoutMs = timeouts.lookupMs;
    if (identifiers.length === 1) return { method: 'GET', url: `${url}?${body}`, headers, timeoutMs };
    const formHeaders = { ...headers, 'content-type': 'application/x-www-form-urlencoded' };
    return { method: 'POST', url, headers: formHeaders, body, timeoutMs };
  }

  async function ask(identifiers: readonly string[]): Promise<Map<string, VendorAnswer>> {
    const reply = await call(send, requestFor(identifiers));
    assertUsableStatus(reply, now());
    // For a single unknown serial Lenovo sends a 404 with a code in the body. Other 404 replies have no code.
    const isReadable = reply.status === 200 || reply.status === 404;
    const rows = isReadable ? readWarrantyReply(parseJson(reply.text)) : null;
    if (rows === null) throw unexpectedReply();
    return answersByIdentifier(identifiers, rows);
  }

  return {
    // Lenovo may omit the machine type from its reply, so a serial under two machine types needs two calls.
    lookup: (serials) => lookUpBatch(serials, { vendor: lenovo, keyOf: serialOf, ask }),
    async checkKeys() {
      // Lenovo sends a result for the serial, whatever it is, only if the key works.
      await ask([serialOfNoDevice]);
    },
  };
}
