import { Socket } from 'node:net';

export interface DrainLimits {
  /** How much of an unwanted body is read and discarded. */
  drainBytes: number;
  drainMs: number;
}

/**
 * Closes a connection that may still be receiving data without losing the reply: closing a socket with unread bytes resets
 * it, and the reset discards the reply. Incoming data is discarded for a while. Above the limit it is no longer read, so
 * the client can only read the reply.
 */
export function linger(socket: Socket, { drainBytes, drainMs }: DrainLimits): void {
  const close = () => Socket.prototype.destroySoon.call(socket);
  if (socket.readableEnded) {
    close();
    return;
  }
  const timer = setTimeout(() => socket.destroy(), drainMs);
  socket.once('close', () => clearTimeout(timer));
  // No longer HTTP: further data is neither parsed nor replied to.
  socket.removeAllListeners('data').removeAllListeners('end');
  let left = drainBytes;
  socket.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) socket.pause();
  });
  socket.on('end', close);
  socket.end();
  socket.resume();
}
