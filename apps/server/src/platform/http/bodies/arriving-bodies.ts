import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';
import { sendError } from '../replies/error-reply.ts';
import { hasBody, settleUnread } from './unread-body.ts';

export type ArrivalLimits = typeof arrivalLimits;

export const arrivalLimits = {
  headersMs: 30_000,
  /** How often arriving bodies are checked. */
  tickMs: 1000,
  /** After this time, the average rate must reach the minimum. */
  graceMs: 10_000,
  bytesPerSecond: 1024,
  /** Time limit for a body. A file may take longer, but must not stall for this long. */
  bodyMs: 60_000,
  drainBytes: 1024 * 1024,
  drainMs: 2000,
};

interface Arrival {
  request: FastifyRequest;
  reply: FastifyReply;
  /** Stored here because an abandoned stream drops its own reference. */
  socket: Socket;
  isFile: boolean;
  startedAt: number;
  /** Bytes that arrived with the headers are not counted. */
  bytesBefore: number;
  bytesSeen: number;
  movedAt: number;
  /** Time in which the client could have sent more. Time in which we are the bottleneck does not count. */
  waitedMs: number;
}

/**
 * Makes sure that every body ends: bodies below the minimum rate are aborted, and the rest of a body that was replied to
 * early is discarded, or its connection closed.
 */
export function watchArrivals(app: FastifyInstance, limits: ArrivalLimits): void {
  const arriving = new Map<FastifyRequest, Arrival>();
  let lookedAt = performance.now();

  function look(): void {
    const now = performance.now();
    const passed = Math.min(now - lookedAt, 2 * limits.tickMs);
    lookedAt = now;
    for (const arrival of arriving.values())
      if (arrival.request.raw.complete || arrival.socket.destroyed) arriving.delete(arrival.request);
      else if (isTooSlow(arrival, now, passed, limits)) giveUp(arrival);
  }

  const timer = setInterval(look, limits.tickMs).unref();
  app.addHook('onClose', async () => clearInterval(timer));
  app.addHook('onRequest', (request, reply, done) => {
    if (hasBody(request)) arriving.set(request, beginArrival(request, reply));
    done();
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    const arrival = arriving.get(request);
    if (arrival && arriving.delete(request)) settleUnread(request, reply, arrival.socket, limits);
    done();
  });
}

function beginArrival(request: FastifyRequest, reply: FastifyReply): Arrival {
  const { socket } = request.raw;
  const now = performance.now();
  return {
    request,
    reply,
    socket,
    isFile: request.routeOptions.config.endpoint?.upload !== undefined,
    startedAt: now,
    bytesBefore: socket.bytesRead,
    bytesSeen: socket.bytesRead,
    movedAt: now,
    waitedMs: 0,
  };
}

function isTooSlow(arrival: Arrival, now: number, passed: number, limits: ArrivalLimits): boolean {
  const { request, socket, isFile } = arrival;
  // Reading has stopped; the rest is handled when the reply is sent.
  if (request.raw.destroyed) return false;
  const isOurTurn = request.raw.readableLength > 0;
  if (!isOurTurn) arrival.waitedMs += passed;
  if (isOurTurn || socket.bytesRead > arrival.bytesSeen) arrival.movedAt = now;
  arrival.bytesSeen = socket.bytesRead;
  if (now - (isFile ? arrival.movedAt : arrival.startedAt) > limits.bodyMs) return true;
  const expected = (arrival.waitedMs / 1000) * limits.bytesPerSecond;
  return arrival.waitedMs > limits.graceMs && arrival.bytesSeen - arrival.bytesBefore < expected;
}

function giveUp({ reply, socket }: Arrival): void {
  if (reply.sent) socket.destroy();
  else sendError(reply, new AppError('upload_too_slow'));
}
