// The simulator as an HTTP server, started by main.ts or inside a test.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Mode } from './catalog.ts';
import { controlAnswer } from './control.ts';
import { type Answer, json, RefusalError, send } from './http.ts';
import { vendorAnswer } from './route.ts';
import { newState, type State } from './state.ts';

export interface SimulatorOptions {
  mode: Mode;
  /** Real time in ms; the simulator's clock is based on it. */
  now?: () => number;
}

export function createSimulator({ mode, now = Date.now }: SimulatorOptions) {
  const state = newState(mode, now);
  const server = createServer((request, response) => {
    answer(request, state).then(
      (reply) => {
        if (send(response, reply)) state.cut.add(response);
      },
      (error: unknown) => send(response, failure(error)),
    );
    if (!isControl(request)) watchAbort(response, state);
  });
  server.on('connection', (socket) => {
    socket.once('close', () => state.sockets.delete(socket));
  });
  return {
    server,
    state,
    /** Listens on 127.0.0.1 and returns the URL; port 0 picks a free port. */
    async listen(port = 0) {
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    },
    /** Closes every connection, including hanging ones. */
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

export type Simulator = ReturnType<typeof createSimulator>;

async function answer(request: IncomingMessage, state: State): Promise<Answer> {
  const url = urlOf(request);
  if (isControl(request)) {
    state.sockets.delete(request.socket);
    return controlAnswer(request, url, state);
  }
  state.sockets.add(request.socket);
  return vendorAnswer(request, url, state);
}

function isControl({ url = '' }: IncomingMessage): boolean {
  return url.startsWith('/sim/');
}

function urlOf({ url = '/' }: IncomingMessage): URL {
  const parsed = URL.parse(url, 'http://127.0.0.1');
  if (!parsed) throw new RefusalError(400, 'the path cannot be read');
  return parsed;
}

/** Counts clients that disconnected early, except for replies that the simulator truncated itself. */
function watchAbort(response: ServerResponse, state: State): void {
  response.once('close', () => {
    if (!response.writableFinished && !state.cut.has(response)) state.aborted += 1;
  });
}

function failure(error: unknown): Answer {
  if (error instanceof RefusalError) return json(error.status, { error: error.message });
  return json(500, { error: error instanceof Error ? error.message : String(error) });
}
