import { connect } from 'node:net';
import { waitUntil } from './wait-until.ts';

export interface RawAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** The first reply in the text and the rest of the text, or null if the reply is still incomplete. */
function readAnswer(text: string): { answer: RawAnswer; rest: string } | null {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const [first = '', ...lines] = text.slice(0, end).split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.split(':', 1)[0]?.toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  ) as Record<string, string>;
  const bodyEnd = end + 4 + Number(headers['content-length'] ?? 0);
  if (text.length < bodyEnd) return null;
  const answer = { status: Number(first.split(' ')[1]), headers, body: text.slice(end + 4, bodyEnd) };
  return { answer, rest: text.slice(bodyEnd) };
}

/** A connection that sends arbitrary bytes unchanged. */
export function openRaw(url: string) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  let text = '';
  let isClosed = false;
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
  });
  // Sending after the server has closed resets the connection.
  socket.on('error', () => undefined);
  socket.on('close', () => {
    isClosed = true;
  });
  return {
    socket,
    send: (given: string | Buffer) => socket.write(given),
    isClosed: () => isClosed,
    /** Waits for the next reply. */
    async answer(seconds = 5): Promise<RawAnswer> {
      const found = await waitUntil('an answer came', () => readAnswer(text) ?? undefined, seconds);
      text = found.rest;
      return found.answer;
    },
    closed: (seconds = 5) => waitUntil('the connection is closed', () => isClosed, seconds),
  };
}

export type RawConnection = ReturnType<typeof openRaw>;

/** The request line and headers of a request. */
export function rawHead(method: string, path: string, headers: Record<string, string | number> = {}): string {
  const lines = Object.entries({ host: 'localhost:3000', ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
}
