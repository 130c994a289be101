import { connect, type Socket } from 'node:net';

const connections = 32;

export interface SocketLoad {
  port: number;
  seconds: number;
  /** Ends after this many requests instead of after `seconds`. */
  requests?: number;
  /** Each request is due at its time; 0 for as many as the connections take. */
  perSecond?: number;
  /** The parts of a request, by its number from 0. */
  partsOf(index: number): readonly (string | Buffer)[];
}

export interface SocketReport {
  answered: number;
  refused: number;
  seconds: number;
  /** In milliseconds from when a request was due, so that one that waits for others counts its wait. */
  p99: number;
}

/** Length of the whole reply in bytes, or infinity until its head is complete. */
function lengthOf(text: string): number {
  const head = text.indexOf('\r\n\r\n');
  if (head < 0) return Number.POSITIVE_INFINITY;
  return head + 4 + Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? 0);
}

interface Connection {
  socket: Socket;
  due: number;
}

/**
 * Sends requests over 32 connections, for the programs that generate load: written for what all of them need, it takes a part of
 * the processor time of a complete client. Every reply must have its length.
 */
export function sendRequests({
  port,
  seconds,
  requests = Number.POSITIVE_INFINITY,
  perSecond = 0,
  partsOf,
}: SocketLoad): Promise<SocketReport> {
  const startedAt = performance.now();
  const until = startedAt + seconds * 1000;
  const { promise, resolve, reject } = Promise.withResolvers<SocketReport>();
  const latencies: number[] = [];
  const idle: Connection[] = [];
  /** Requests that are due and waiting for a connection. */
  const waiting: number[] = [];
  let [sent, refused, open] = [0, 0, connections];

  const isOver = () => sent >= requests || performance.now() >= until;

  function send({ socket }: Connection): void {
    socket.cork();
    for (const part of partsOf(sent)) socket.write(part);
    socket.uncork();
    sent += 1;
  }

  function next(connection: Connection): void {
    const due = perSecond > 0 ? waiting.shift() : isOver() ? undefined : performance.now();
    if (due !== undefined) {
      connection.due = due;
      send(connection);
    } else if (isOver()) end(connection);
    else idle.push(connection);
  }

  function end({ socket }: Connection): void {
    socket.end();
    open -= 1;
    if (open > 0) return;
    const sorted = latencies.sort((a, b) => a - b);
    const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? 0;
    resolve({ answered: sorted.length, refused, seconds: (performance.now() - startedAt) / 1000, p99 });
  }

  function openConnection(): void {
    let received = '';
    const connection: Connection = { socket: connect(port, '127.0.0.1'), due: 0 };
    connection.socket
      .setNoDelay(true)
      .setEncoding('latin1')
      .on('error', reject)
      .once('connect', () => next(connection))
      .on('data', (chunk) => {
        received += chunk;
        if (received.length < lengthOf(received)) return;
        if (received.startsWith('HTTP/1.1 200')) latencies.push(performance.now() - connection.due);
        else refused += 1;
        received = '';
        next(connection);
      });
  }

  function sendWhenDue(): void {
    let due = performance.now();
    const timer = setInterval(() => {
      const now = performance.now();
      for (; due <= now && due < until; due += 1000 / perSecond) {
        waiting.push(due);
        const connection = idle.pop();
        if (connection) next(connection);
      }
      if (now < until) return;
      clearInterval(timer);
      for (const connection of idle.splice(0)) next(connection);
    }, 1);
  }

  for (let index = 0; index < connections; index += 1) openConnection();
  if (perSecond > 0) sendWhenDue();
  return promise;
}
