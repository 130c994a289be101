import { connect as connectPlain, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { TestClient } from '../harness/test-client.ts';

/** A request as it is written to a connection. */
export interface RawRequest {
  method: string;
  path: string;
  body?: string;
  /** Announced instead of the length of the body. */
  contentLength?: number;
  /** Whether the connection is closed after the reply. */
  closes?: boolean;
}

/** Opens connections that send what they are told, from any loopback address, and closes them at the end. */
export function createRawClients(url: string) {
  const { hostname, port, protocol } = new URL(url);
  const sockets = new Set<Socket>();

  return {
    open(localAddress: string): Socket {
      const options = { host: '127.0.0.1', port: Number(port), localAddress };
      const socket =
        protocol === 'https:' ? connectTls({ ...options, servername: hostname }) : connectPlain(options);
      sockets.add(socket);
      return socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    },
    text({ method, path, body = '', contentLength, closes }: RawRequest, client?: TestClient): string {
      const length = contentLength ?? Buffer.byteLength(body);
      const lines = [
        `${method} ${path} HTTP/1.1`,
        `host: ${new URL(url).host}`,
        `origin: ${url}`,
        ...(closes ? ['connection: close'] : []),
        ...(client ? [`cookie: ${client.cookie}`] : []),
        ...(method === 'GET' ? [] : ['content-type: application/json', `content-length: ${length}`]),
      ];
      return `${lines.join('\r\n')}\r\n\r\n${body}`;
    },
    closeAll(): void {
      for (const socket of sockets) socket.destroy();
    },
  };
}

export type RawClients = ReturnType<typeof createRawClients>;
