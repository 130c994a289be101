import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from './app-error.ts';
import { sendError } from './error-reply.ts';
import type { DrainLimits } from './linger.ts';
import type { HeaderLimits } from './node-server.ts';
import { hasBody, settleUnread } from './unread-body.ts';

export interface ArrivalLimits extends DrainLimits, HeaderLimits {
  /** How often arriving bodies are looked at. */
  tickMs: number;
  /** From when on a body must have come at the least rate, on average. */
  graceMs: number;
  bytesPerSecond: number;
  /** In which a body has to be here; a file may take longer, but not stand still that long. */
  bodyMs: number;
}

export const arrivalLimits: ArrivalLimits = {
  headersMs: 30_000,
  tickMs: 1000,
  graceMs: 10_000,
  bytesPerSecond: 1024,
  bodyMs: 60_000,
  drainBytes: 1024 * 1024,
  drainMs: 2000,
};

interface Arrival {
  request: FastifyRequest;
  reply: FastifyReply;
  /** Kept here: a stream that was abandoned lets go of its own. */
  socket: Socket;
  isFile: boolean;
  startedAt: number;
  /** What came with the headers is not counted. */
  bytesBefore: number;
  bytesSeen: number;
  movedAt: number;
  /** Time in which the sender could have sent more; where we are the slow ones, it does not count. */
  waitedMs: number;
}

/**
 * Sees that every body comes to an end: one that arrives slower than the least rate is given up, and what is left of
 * one that was answered early is thrown away, or the connection with it.
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
  // Nobody reads on; what becomes of the rest is decided with the answer.
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
