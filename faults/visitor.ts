import { Agent, type OutgoingHttpHeaders, request } from 'node:http';
import { workbookType } from '@warranty/contracts/bulk-lookup';
import { seededRandom } from '../harness/random.ts';

export interface Reply {
  status: number;
  text: string;
}

export interface Sending {
  method?: string;
  headers?: OutgoingHttpHeaders;
  body?: string | Buffer;
  /** Leaves the body unfinished for this long, then closes the connection. */
  abandonAfterMs?: number;
}

export interface VisitorOptions {
  seed: number;
  /** The address of its connections. */
  localAddress?: string;
  /** The address that a trusted proxy reports. */
  forwardedFor?: string;
}

export type Visitor = ReturnType<typeof openVisitor>;

const mapping = { fieldMapping: { modelNumber: 'Serial' } };

/** A client with its own session and connections, which never throws. */
export function openVisitor(url: string, { seed, localAddress, forwardedFor }: VisitorOptions) {
  const agent = new Agent({ keepAlive: true, maxSockets: 20, ...(localAddress && { localAddress }) });
  let cookie = '';
  let userId = '';

  function send(
    path: string,
    { method = 'GET', headers, body, abandonAfterMs }: Sending = {},
  ): Promise<Reply> {
    return new Promise((resolve) => {
      const sending = request(url + path, {
        method,
        agent,
        headers: {
          origin: url,
          cookie,
          ...(forwardedFor && { 'x-forwarded-for': forwardedFor }),
          ...headers,
        },
      });
      sending.on('response', (response) => {
        cookie = response.headers['set-cookie']?.[0]?.split(';')[0] ?? cookie;
        const pieces: Buffer[] = [];
        response.on('data', (piece: Buffer) => pieces.push(piece));
        response.on('close', () =>
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(pieces).toString() }),
        );
      });
      sending.on('error', () => resolve({ status: 0, text: '' }));
      if (abandonAfterMs === undefined) sending.end(body);
      else {
        if (body) sending.write(body);
        setTimeout(() => sending.destroy(), abandonAfterMs);
      }
    });
  }

  const json = (path: string, body: string | Buffer) =>
    send(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body });

  return {
    random: seededRandom(seed),
    send,
    json,
    userId: () => userId,
    async start(): Promise<void> {
      const { text, status } = await json('/api/auth/session', '{}');
      if (status === 200) userId = (JSON.parse(text) as { userId: string }).userId;
    },
    async createRun(): Promise<string> {
      const reply = await json('/api/bulk-runs', JSON.stringify(mapping));
      return reply.status === 201 ? (JSON.parse(reply.text) as { id: string }).id : 'none';
    },
    upload: (runId: string, body: string, abandonAfterMs?: number) =>
      send(`/api/bulk-runs/${runId}/source`, {
        method: 'PUT',
        headers: { 'content-type': 'text/csv' },
        body,
        ...(abandonAfterMs !== undefined && { abandonAfterMs }),
      }),
    /** Closes its connections, with the requests in progress. */
    leave: () => agent.destroy(),
    uploadWorkbook: (runId: string, body: Buffer) =>
      send(`/api/bulk-runs/${runId}/source`, {
        method: 'PUT',
        headers: { 'content-type': workbookType },
        body,
      }),
    /** Cancels and deletes the run, to stay within the limit on runs. */
    async removeRun(runId: string): Promise<void> {
      await send(`/api/bulk-runs/${runId}/cancel`, { method: 'POST' });
      await send(`/api/bulk-runs/${runId}`, { method: 'DELETE' });
    },
    /** Creates an agent secret and returns what sends a scan with it, or null. */
    async createAgent(name: string) {
      const { text, status } = await json('/api/agent/secrets', JSON.stringify({ name }));
      if (status !== 201) return null;
      const { rawSecret } = JSON.parse(text) as { rawSecret: string };
      const headers = { authorization: `Bearer ${rawSecret}`, 'content-type': 'application/json' };
      return (body: string) => send('/api/agent/discoveries', { method: 'POST', headers, body });
    },
  };
}
