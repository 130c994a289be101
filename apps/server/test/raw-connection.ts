import { connect } from 'node:net';
import { waitUntil } from './wait-until.ts';

export interface RawAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** The first answer in the text and what follows it; null until it is there. */
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

/** A connection on which anything can be sent, as it is. */
export function openRaw(url: string) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  let text = '';
  let isClosed = false;
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
  });
  // Whoever sends on after the end is reset.
  socket.on('error', () => undefined);
  socket.on('close', () => {
    isClosed = true;
  });
  return {
    socket,
    send: (given: string | Buffer) => socket.write(given),
    isClosed: () => isClosed,
    /** The next answer. */
    async answer(seconds = 5): Promise<RawAnswer> {
      const found = await waitUntil('an answer came', () => readAnswer(text) ?? undefined, seconds);
      text = found.rest;
      return found.answer;
    },
    closed: (seconds = 5) => waitUntil('the connection is closed', () => isClosed, seconds),
  };
}

export type RawConnection = ReturnType<typeof openRaw>;

/** The head of a request. */
export function rawHead(method: string, path: string, headers: Record<string, string | number> = {}): string {
  const lines = Object.entries({ host: 'localhost:3000', ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
}
