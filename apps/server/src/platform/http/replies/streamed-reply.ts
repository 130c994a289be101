import { Readable } from 'node:stream';
import { setImmediate as eventLoop } from 'node:timers/promises';
import { type CurrentRequest, currentRequest } from '../../fairness/current-request.ts';
import { createSemaphore, type Semaphore } from '../../fairness/semaphore.ts';

/** A reply that is made in pieces, as fast as the client reads it. */
export type ReplyPieces = AsyncIterable<string | Uint8Array>;

/** Pieces are computed on the event loop, so making several at the same time would only delay the requests in between. */
export const createReplyTurns = (): Semaphore => createSemaphore(1);

export function isPieces(answer: unknown): answer is ReplyPieces {
  return typeof answer === 'object' && answer !== null && Symbol.asyncIterator in answer && !isStream(answer);
}

const isStream = (answer: object) => answer instanceof Readable;

/** Requests are handled before the next turn: pieces that were read ahead would otherwise follow each other without a pause. */
async function makeNext<T>(iterator: AsyncIterator<T>): Promise<IteratorResult<T>> {
  const piece = await iterator.next();
  await eventLoop();
  return piece;
}

/**
 * Each piece takes its turn, by client and owner, so that many downloads do not keep the process from everything else. Nothing
 * is held while the client reads.
 */
async function* inTurns(pieces: ReplyPieces, turns: Semaphore, sharer: CurrentRequest) {
  const iterator = pieces[Symbol.asyncIterator]();
  try {
    for (;;) {
      sharer.signal?.throwIfAborted();
      const next = () => turns.run(sharer, () => makeNext(iterator), sharer.signal ?? null);
      // A stream asks for its next piece outside the context of the request.
      const { done, value } = await currentRequest.run(sharer, next);
      if (done) return;
      yield value;
    }
  } finally {
    await iterator.return?.();
  }
}

export function streamInTurns(pieces: ReplyPieces, turns: Semaphore, sharer: CurrentRequest): Readable {
  return Readable.from(inTurns(pieces, turns, sharer), { objectMode: false });
}
