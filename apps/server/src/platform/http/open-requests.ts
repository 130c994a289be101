import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { createCounts } from '../fairness/counts.ts';
import type { Client } from '../ownership/caller.ts';
import { AppError } from './app-error.ts';

/** The reason of the signal: there is no client to reply to. It is neither an error of ours nor logged as one. */
export class ClientLeftError extends Error {
  constructor() {
    super('the client disconnected before the reply');
    this.name = 'ClientLeftError';
  }
}

/**
 * A request, from its headers until its reply is sent or its connection closes, whatever its handler does. Everything that a
 * request takes from others is tied to it: a permit, a place in a queue, memory.
 */
export class OpenRequest {
  readonly client: Client;
  readonly reply: ServerResponse;
  /** Stored here because an abandoned request drops its own reference. */
  readonly socket: Socket;
  /** Where it is in the list of all. */
  index = -1;
  #controller: AbortController | undefined;
  #releases: (() => void)[] = [];
  #state: 'open' | 'sent' | 'abandoned' = 'open';

  constructor(client: Client, reply: ServerResponse, socket: Socket) {
    this.client = client;
    this.reply = reply;
    this.socket = socket;
  }

  /** Whether the connection closed before the whole reply was sent. */
  get isAbandoned(): boolean {
    return this.#state === 'abandoned';
  }

  /** Aborted if the client disconnects before the reply. Created on demand, because most requests never wait. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.isAbandoned) this.#abort();
    return this.#controller.signal;
  }

  /** Runs at the end, or at once if the request is over. */
  whenOver(release: () => void): void {
    if (this.#state === 'open') this.#releases.push(release);
    else release();
  }

  end(how: 'sent' | 'abandoned'): void {
    if (this.#state !== 'open') return;
    this.#state = how;
    if (how === 'abandoned') this.#abort();
    for (const release of this.#releases.splice(0)) release();
  }

  #abort(): void {
    this.#controller?.abort(new ClientLeftError());
  }
}

/** Requests that a client sends without waiting for replies. Browsers and proxies send one at a time. */
export const maxPerConnection = 16;

export type OpenRequests = ReturnType<typeof createOpenRequests>;

/**
 * All requests in progress, also those that wait, and those of each connection and client. They hold memory even if they do
 * nothing.
 */
export function createOpenRequests(maxPerAddress: number) {
  /**
   * In no particular order. Not a set: the tables that it outgrows refer to the later ones, and so keep requests that are over
   * alive until the next full garbage collection.
   */
  const all: OpenRequest[] = [];
  const byClient = createCounts();
  const bySocket = new WeakMap<Socket, OpenRequest[]>();

  /** One listener per connection: replies that wait for an earlier one on it are not told that it closed. */
  function ofConnection(socket: Socket): OpenRequest[] {
    const known = bySocket.get(socket);
    if (known) return known;
    const requests: OpenRequest[] = [];
    bySocket.set(socket, requests);
    socket.once('close', () => {
      for (const request of [...requests]) request.end('abandoned');
    });
    return requests;
  }

  function removeFromAll({ index }: OpenRequest): void {
    const last = all.pop() as OpenRequest;
    if (last.index === index) return;
    last.index = index;
    all[index] = last;
  }

  return {
    all: all as readonly OpenRequest[],
    countOf: (socket: Socket): number => bySocket.get(socket)?.length ?? 0,

    begin(client: Client, reply: ServerResponse, socket: Socket): OpenRequest {
      const request = new OpenRequest(client, reply, socket);
      const siblings = ofConnection(socket);
      siblings.push(request);
      request.index = all.push(request) - 1;
      byClient.add(client.key, 1);
      request.whenOver(() => {
        siblings.splice(siblings.indexOf(request), 1);
        removeFromAll(request);
        byClient.add(client.key, -1);
      });
      reply.on('finish', () => request.end('sent')).on('close', () => request.end('abandoned'));
      if (siblings.length > maxPerConnection) socket.destroy();
      return request;
    },

    /** Throws if the client has too many requests in progress. */
    assertRoom({ client }: OpenRequest): void {
      if (byClient.of(client.key) > maxPerAddress)
        throw new AppError('too_many_requests', { retryAfterSeconds: 1 });
    },
  };
}
