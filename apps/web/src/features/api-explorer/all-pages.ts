import { maxListedDiscoveries } from '@warranty/contracts/agents';
import type { CatalogEndpoint } from '@warranty/contracts/api-explorer';
import { maxExportRows } from '@warranty/contracts/json-mapping';
import { type ParameterValues, requestPath } from '../../lib/api/endpoint-request.ts';
import { parametersOf } from './internal-request.ts';
import { type ReadReply, readEndpoint } from './read-endpoint.ts';

/** Stays below the request rate of a session. */
const pauseMs = 25;

type Reply = Readonly<Record<string, unknown>>;

const hasParameter = ({ queryParams }: CatalogEndpoint, wanted: string) =>
  queryParams.some(({ name }) => name === wanted);

/** Whether the endpoint returns a list in pages. */
export const hasPages = (endpoint: CatalogEndpoint) =>
  hasParameter(endpoint, 'after') || hasParameter(endpoint, 'before');

const listsOf = (reply: Reply) => Object.values(reply).filter((value) => Array.isArray(value));

/** The parameter with which the next page is asked for; null after the last one. */
export function nextPage(endpoint: CatalogEndpoint, data: unknown): ParameterValues | null {
  if (!isReply(data)) return null;
  if (hasParameter(endpoint, 'after'))
    return data.nextAfter == null ? null : { after: String(data.nextAfter) };
  if (!hasParameter(endpoint, 'before')) return null;
  if ('next' in data) return typeof data.next === 'string' ? { before: data.next } : null;
  // A full page of scans may have older ones.
  const last = listsOf(data)[0]?.[maxListedDiscoveries - 1] as { id?: string } | undefined;
  return last?.id ? { before: last.id } : null;
}

function isReply(data: unknown): data is Reply {
  return typeof data === 'object' && data !== null;
}

/** The lists of both pages after each other; everything else is of the later one. */
export function mergePages(earlier: unknown, later: unknown): unknown {
  if (!isReply(earlier) || !isReply(later)) return later;
  return Object.fromEntries(
    Object.entries(later).map(([name, value]) => {
      const before = earlier[name];
      return [name, Array.isArray(value) && Array.isArray(before) ? [...before, ...value] : value];
    }),
  );
}

const rowCount = (data: unknown) =>
  isReply(data) ? Math.max(0, ...listsOf(data).map(({ length }) => length)) : 0;

/** Reads page after page, up to as many rows as an export has. */
export async function readAllPages(
  endpoint: CatalogEndpoint,
  values: ParameterValues,
  signal: AbortSignal,
): Promise<ReadReply & { pages: number; isComplete: boolean }> {
  const read = (own: ParameterValues) =>
    readEndpoint(requestPath(endpoint.path, parametersOf(endpoint), own), signal);
  let reply = await read(values);
  let pages = 1;
  for (let next = nextPage(endpoint, reply.data); next; ) {
    if (rowCount(reply.data) >= maxExportRows) return { ...reply, pages, isComplete: false };
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    const page = await read({ ...values, ...next });
    next = nextPage(endpoint, page.data);
    pages += 1;
    reply = {
      data: mergePages(reply.data, page.data),
      status: page.status,
      bytes: reply.bytes + page.bytes,
      milliseconds: reply.milliseconds + page.milliseconds,
    };
  }
  return { ...reply, pages, isComplete: true };
}
