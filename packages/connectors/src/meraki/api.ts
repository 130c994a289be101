import { meraki } from '@warranty/contracts/vendors/meraki';
import { assertUsableStatus, call, parseJson } from '../call.ts';
import type { ApiKey, ConnectorOptions } from '../connector.ts';
import type { VendorReply } from '../send.ts';
import { nextLink } from './links.ts';

const { lookupMs: timeoutMs } = meraki.timeouts;
/** Guards against a vendor that never reports a last page. Serials requested by name fit on one page. */
const maxPages = 20;

/**
 * `partial`: the vendor has more rows than could be read. `refused`: these keys have no access. `unreadable`: the reply is
 * malformed.
 */
export type ListOutcome = 'whole' | 'partial' | 'refused' | 'unreadable';

export type MerakiApi = ReturnType<typeof createMerakiApi>;

export function createMerakiApi({ send, baseUrl, keys, now }: ConnectorOptions<ApiKey>) {
  const { origin } = new URL(baseUrl);

  async function get(url: string): Promise<VendorReply> {
    const reply = await call(send, {
      method: 'GET',
      url,
      headers: { authorization: `Bearer ${keys.apiKey}`, accept: 'application/json' },
      timeoutMs,
    });
    if (!isHidden(reply)) assertUsableStatus(reply, now());
    return reply;
  }

  return {
    /** Undefined if there is nothing to read. */
    async readOne(path: string): Promise<unknown> {
      return bodyOf(await get(baseUrl + path));
    },
    /** Passes pages to `take` until it returns `enough`. */
    async readList(path: string, take: (rows: unknown[]) => 'more' | 'enough'): Promise<ListOutcome> {
      const asked = new Set<string>();
      let url = baseUrl + path;
      for (let page = 1; page <= maxPages; page += 1) {
        asked.add(url);
        const reply = await get(url);
        if (isHidden(reply)) return page === 1 ? 'refused' : 'partial';
        const rows = bodyOf(reply);
        if (!Array.isArray(rows)) return page === 1 ? 'unreadable' : 'partial';
        if (take(rows) === 'enough') return 'whole';
        const next = nextLink(reply.headers.link);
        if (next === null) return 'whole';
        // The key is only sent to the configured host, and no page is read twice.
        if (URL.parse(next)?.origin !== origin || asked.has(next)) return 'partial';
        url = next;
      }
      return 'partial';
    },
  };
}

/**
 * Meraki hides what an administrator may not see. This does not mean that the key is invalid or has no access elsewhere.
 */
function isHidden({ status }: VendorReply): boolean {
  return status === 403 || status === 404;
}

function bodyOf({ status, text }: VendorReply): unknown {
  return status === 200 ? parseJson(text) : undefined;
}
