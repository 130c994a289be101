import { cisco } from '@warranty/contracts/vendors/cisco';
import { assertUsableStatus, call, parseJson, refusedKeys, unexpectedReply } from '../call.ts';
import { callWithToken, clientSecretProof, createTokenSource } from '../client-credentials.ts';
import type { ClientKeys, Connector, ConnectorOptions } from '../connector.ts';
import { fillPath } from '../fill-path.ts';
import type { VendorAnswer } from '../outcome.ts';
import type { VendorReply } from '../send.ts';
import { assertNotRateLimited, withTokenRefusalAs401 } from './limits.ts';
import { mergeAnswers, readCallProblem, readSummaryPage, type SummaryPage } from './reply.ts';

const { paths, timeouts, batchSize } = cisco;
const maxSerialLength = 40;
/** Far more than 75 serials need. Guards against a vendor that never reports a last page. */
const maxPages = 20;

export interface CiscoOptions extends ConnectorOptions<ClientKeys> {
  /** Tokens come from a separate host. */
  tokenBaseUrl: string;
}

/** Support API, SN2INFO v2. */
export function createCisco({ send, baseUrl, tokenBaseUrl, keys, now }: CiscoOptions): Connector {
  const tokens = createTokenSource(send, tokenBaseUrl + paths.token, clientSecretProof(keys), now, timeouts);

  async function fetchPage(serials: readonly string[], page: number): Promise<SummaryPage> {
    const list = serials.map((serial) => encodeURIComponent(serial)).join(',');
    const reply = await callWithToken(tokens, async (token) =>
      withTokenRefusalAs401(
        await call(send, {
          method: 'GET',
          url: `${baseUrl}${fillPath(paths.coverage, { serial_numbers: list })}?page_index=${page}`,
          headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
          timeoutMs: timeouts.lookupMs,
        }),
      ),
    );
    assertNotRateLimited(reply, now());
    assertUsableStatus(reply, now());
    return readReply(reply, serials, page);
  }

  async function ask(serials: readonly string[]): Promise<Map<string, VendorAnswer>> {
    const answers = new Map<string, VendorAnswer>();
    for (let page = 1, lastPage = 1; page <= Math.min(lastPage, maxPages); page += 1) {
      const reply = await fetchPage(serials, page);
      for (const [serial, answer] of reply.answers)
        answers.set(serial, mergeAnswers(answers.get(serial), answer));
      // A repeated page has no new rows, and neither would the next one.
      if (reply.page !== null && reply.page < page) break;
      lastPage = reply.lastPage;
    }
    return answers;
  }

  return {
    async lookup(serials) {
      if (serials.length > batchSize)
        throw new Error(`Cisco accepts ${batchSize} serials per call, not ${serials.length}`);
      // No Cisco serial is longer, and a longer one would fail the whole call.
      const validSerials = serials.filter((serial) => serial.length <= maxSerialLength);
      const answers = validSerials.length > 0 ? await ask(validSerials) : new Map<string, VendorAnswer>();
      const missing = validSerials.filter((serial) => !answers.has(serial.toUpperCase()));
      const late = missing.length > 0 ? await ask(missing) : answers;
      return new Map(
        serials.map((serial): [string, VendorAnswer] => {
          if (serial.length > maxSerialLength) return [serial, { kind: 'not-known' }];
          const key = serial.toUpperCase();
          return [serial, answers.get(key) ?? late.get(key) ?? { kind: 'unexpected' }];
        }),
      );
    },
    async checkKeys() {
      await tokens.get();
    },
  };
}

function readReply({ status, text }: VendorReply, serials: readonly string[], page: number): SummaryPage {
  if (status !== 200 && status !== 400) throw unexpectedReply();
  const body = parseJson(text);
  const problem = readCallProblem(body);
  if (problem === 'not-authorized') throw refusedKeys();
  if (problem === 'not-known' && status === 200) return noRecords(serials, page);
  const read = status === 200 && problem === null ? readSummaryPage(body) : null;
  if (read === null) throw unexpectedReply();
  return read;
}

/** On the first page, no records means that every serial is unknown. On a later page it only means the end. */
function noRecords(serials: readonly string[], page: number): SummaryPage {
  return {
    answers: page === 1 ? serials.map((serial) => [serial.toUpperCase(), { kind: 'not-known' }]) : [],
    page,
    lastPage: page,
  };
}
