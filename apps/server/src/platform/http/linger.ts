import { Socket } from 'node:net';

export interface DrainLimits {
  /** Of a body that nobody wants any more, read and thrown away. */
  drainBytes: number;
  drainMs: number;
}

/**
 * Ends a connection on which more may be arriving, so that its sender still hears the answer: a socket that is closed
 * over bytes nobody read is reset, and the reset takes the answer along. What comes is thrown away for a while, and
 * past the limit it stays with the sender, which then has nothing left to do but read.
 */
export function linger(socket: Socket, { drainBytes, drainMs }: DrainLimits): void {
  const close = () => Socket.prototype.destroySoon.call(socket);
  if (socket.readableEnded) {
    close();
    return;
  }
  const timer = setTimeout(() => socket.destroy(), drainMs);
  socket.once('close', () => clearTimeout(timer));
  // No longer HTTP: what follows is neither parsed nor answered.
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
