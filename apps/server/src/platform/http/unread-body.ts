import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type DrainLimits, linger } from './linger.ts';

/** So little is awaited, and the connection stays open for the next request. */
const littleBytes = 64 * 1024;

/** Of a real connection: what tests inject has none. */
export function hasBody({ headers, raw }: FastifyRequest): boolean {
  if (raw.socket?.bytesRead === undefined) return false;
  const length = headers['content-length'];
  return (length !== undefined && length !== '0') || headers['transfer-encoding'] !== undefined;
}

/**
 * An answer given before the whole body was here: where little is missing it is awaited and thrown away, else the
 * connection ends with the answer. Left unread, it would keep the next request on the connection waiting.
 */
export function settleUnread(
  { headers, raw }: FastifyRequest,
  reply: FastifyReply,
  socket: Socket,
  limits: DrainLimits,
): void {
  if (raw.complete || socket.destroyed) return;
  const isLittle = Number(headers['content-length'] ?? Number.NaN) <= littleBytes;
  if (isLittle && !raw.destroyed && reply.getHeader('connection') !== 'close')
    reply.raw.once('finish', () => drain(raw, socket, limits));
  else closeAfter(reply, raw, socket, limits);
}

function drain(raw: IncomingMessage, socket: Socket, { drainMs }: DrainLimits): void {
  if (raw.complete) return;
  const timer = setTimeout(() => socket.destroy(), drainMs);
  raw.once('close', () => clearTimeout(timer));
  raw.removeAllListeners('data').resume();
}

function closeAfter(reply: FastifyReply, raw: IncomingMessage, socket: Socket, limits: DrainLimits): void {
  reply.header('connection', 'close');
  // What Node calls once the answer is written; it would reset the connection under whoever still sends.
  socket.destroySoon = () => linger(socket, limits);
  // Answered requests are no longer told that their connection is gone, and somebody may still be reading this one.
  socket.once('close', () => raw.destroy(new Error('the connection ended before the body did')));
}
