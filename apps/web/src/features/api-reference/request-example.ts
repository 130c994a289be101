import type { Operation } from '@warranty/contracts/core/openapi';
import type {
  ExampleBody,
  ExampleHeader,
  ExampleReply,
  RequestExample,
} from '@warranty/domain/request-examples/request-example';
import { type Entry, successesOf } from './entries.ts';

interface Installation {
  /** The URL of this server, without a path. */
  origin: string;
  cookieName: string;
}

const extensions: Record<string, string> = {
  'text/csv': 'csv',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'image/jpeg': 'jpg',
  'application/json': 'json',
  'text/html': 'html',
  'text/plain': 'txt',
};

const fileName = (name: string, type: string) => `${name}.${extensions[type] ?? 'bin'}`;

/** `{runId}` becomes `RUN_ID`, which a reader replaces. */
export function placeholder(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
}

function headersFor({ method, operation }: Entry, { origin, cookieName }: Installation): ExampleHeader[] {
  const access = operation['x-access'];
  if (access === 'agent') return [{ name: 'Authorization', text: 'Bearer ', variable: 'AGENT_SECRET' }];
  if (access.endsWith('bearer'))
    return [{ name: 'Authorization', text: 'Bearer ', variable: 'WARRANTY_TOKEN' }];
  return [
    ...(access === 'session'
      ? [{ name: 'Cookie', text: `${cookieName}=`, variable: 'WARRANTY_SESSION' }]
      : []),
    // Changes with a cookie are accepted only from the server's own pages.
    ...(method === 'GET' ? [] : [{ name: 'Origin', text: origin }]),
  ];
}

/** A file is sent as it is, if that is possible: base64 does not fit on a screen. */
function bodyFor({ requestBody }: Operation): ExampleBody | undefined {
  const content = requestBody?.content ?? {};
  const needsFile = content['application/json']?.schema.required?.includes('image') ?? true;
  const fileType = Object.keys(content).find((type) => type !== 'application/json');
  if (fileType && needsFile)
    return {
      kind: 'file',
      name: fileName(fileType.startsWith('image/') ? 'label' : 'devices', fileType),
      type: fileType,
    };
  return content['application/json'] && { kind: 'json', value: content['application/json'].example ?? {} };
}

function replyFor({ path, operation }: Entry): ExampleReply {
  const [type] = Object.keys(successesOf(operation)[0]?.[1].content ?? {});
  if (type === undefined) return { kind: 'empty' };
  if (type === 'application/json') return { kind: 'json' };
  const last = path.split('/').findLast((part) => !part.startsWith('{')) ?? 'response';
  return { kind: 'file', name: fileName(last, type) };
}

/** The request to an endpoint as an example: path parameters as words to replace, and the example of its body. */
export function requestExample(entry: Entry, installation: Installation): RequestExample {
  const required = entry.operation.parameters.filter(
    ({ in: place, required }) => place === 'query' && required,
  );
  const query = required.map(({ name }) => `${name}=${placeholder(name)}`).join('&');
  const path = entry.path.replace(/\{(\w+)\}/g, (_, name: string) => placeholder(name));
  return {
    method: entry.method,
    url: installation.origin + path + (query && `?${query}`),
    headers: headersFor(entry, installation),
    body: bodyFor(entry.operation),
    reply: replyFor(entry),
  };
}
