import { cisco } from '@warranty/contracts/vendors/cisco';
import { lookUpBatch } from '../batch.ts';
import { assertUsableStatus, parseJson, refusedKeys, unexpectedReply } from '../call.ts';
import { clientSecretProof, createTokenClient } from '../client-credentials.ts';
import type { ClientKeys, Connector, ConnectorOptions } from '../connector.ts';
import { fillPath } from '../fill-path.ts';
import type { VendorAnswer } from '../outcome.ts';
import type { VendorReply } from '../send.ts';
import { assertNotRateLimited, isTokenRefused } from './limits.ts';
import { mergeAnswers, readCallProblem, readSummaryPage, type SummaryPage } from './reply.ts';

const { paths, timeouts } = cisco;
const maxSerialLength = 40;
/** Far more than 75 serials need. Guards against a vendor that never reports a last page. */
const maxPages = 20;

export interface CiscoOptions extends ConnectorOptions<ClientKeys> {
  /** Tokens come from a separate host. */
  tokenBaseUrl: string;
}

/** Support API, SN2INFO v2. */
export function createCisco({ send, baseUrl, tokenBaseUrl, keys, now }: CiscoOptions): Connector {
  const client = createTokenClient({
    send,
    tokenUrl: tokenBaseUrl + paths.token,
    proveClient: clientSecretProof(keys),
    now,
    timeouts,
    isTokenRefused,
  });

  async function fetchPage(serials: readonly string[], page: number): Promise<SummaryPage> {
    const list = serials.map((serial) => encodeURIComponent(serial)).join(',');
    const path = fillPath(paths.coverage, { serial_numbers: list });
    const reply = await client.request('GET', `${baseUrl}${path}?page_index=${page}`);
    if (!isTokenRefused(reply)) assertNotRateLimited(reply, now());
    assertUsableStatus(reply, now());
    return readReply(reply, serials, page);
  }

  async function askPages(serials: readonly string[]): Promise<Map<string, VendorAnswer>> {
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

  /** No Cisco serial is longer than the limit, and a longer one would fail the whole call. */
  async function ask(serials: readonly string[]): Promise<Map<string, VendorAnswer>> {
    const { valid = [], tooLong = [] } = Object.groupBy(serials, ({ length }) =>
      length > maxSerialLength ? 'tooLong' : 'valid',
    );
    const answers = valid.length > 0 ? await askPages(valid) : new Map<string, VendorAnswer>();
    for (const serial of tooLong) answers.set(serial, { kind: 'not-known' });
    return answers;
  }

  return {
    lookup: (serials) => lookUpBatch(serials, { vendor: cisco, ask }),
    checkKeys: client.checkKeys,
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
    answers: page === 1 ? serials.map((serial) => [serial, { kind: 'not-known' }]) : [],
    page,
    lastPage: page,
  };
}
