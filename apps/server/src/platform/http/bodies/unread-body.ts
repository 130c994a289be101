import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type DrainLimits, linger } from '../linger.ts';

/** The rest of a body up to this size is read, so that the connection stays open for the next request. */
const littleBytes = 64 * 1024;

/** Bodies up to this size are not counted while they arrive. */
const smallBytes = 16 * 1024;

/** Only for real connections; requests injected by tests have none. */
export function hasBody({ headers, raw }: FastifyRequest): boolean {
  if (raw.socket?.bytesRead === undefined) return false;
  const length = headers['content-length'];
  return (length !== undefined && length !== '0') || headers['transfer-encoding'] !== undefined;
}

/** Whether it may take more memory than an address can have connections for. */
export function isLargeBody(request: FastifyRequest): boolean {
  const { 'content-length': length, 'content-encoding': encoding } = request.headers;
  return hasBody(request) && (encoding !== undefined || !(Number(length) <= smallBytes));
}

export function isArriving(request: FastifyRequest): boolean {
  return !request.raw.complete && hasBody(request);
}

/**
 * Handles a reply that is sent before the whole body has arrived: the rest of a small body is read and discarded, otherwise
 * the connection is closed after the reply. An unread body would block the next request on the connection.
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
  // Node calls this after the reply is written; it would reset the connection while the client is still sending.
  socket.destroySoon = () => linger(socket, limits);
  // Node does not report a closed connection to requests that have a reply, but something may still be reading this one.
  socket.once('close', () => raw.destroy(new Error('the connection ended before the body did')));
}
