import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { describe, expect, it } from 'vitest';
import { currentRequest } from '../../fairness/current-request.ts';
import { createReplyTurns, isPieces, streamInTurns } from './streamed-reply.ts';

const of = (name: string, signal?: AbortSignal) => ({ owner: name, client: { key: name }, signal });

async function textOf(stream: Readable): Promise<string> {
  let text = '';
  for await (const piece of stream) text += piece;
  return text;
}

describe('a reply in pieces', () => {
  it('is sent in order, and each piece is made on behalf of its owner', async () => {
    async function* pieces() {
      for (const letter of 'abc') yield `${letter}${currentRequest.getStore()?.owner} `;
    }
    const stream = streamInTurns(pieces(), createReplyTurns(), of('x'));
    expect(await textOf(stream)).toBe('ax bx cx ');
  });

  it('takes turns with those of other clients, however many there are', async () => {
    const turns = createReplyTurns();
    const made: string[] = [];
    async function* pieces(name: string) {
      for (let at = 0; at < 4; at += 1) {
        made.push(name);
        yield name;
      }
    }
    const greedy = Array.from({ length: 10 }, () => streamInTurns(pieces('greedy'), turns, of('greedy')));
    const honest = streamInTurns(pieces('honest'), turns, of('honest'));
    await Promise.all([...greedy, honest].map(textOf));
    // Every other piece is the honest one's, after those that were asked for before it came.
    expect(made.lastIndexOf('honest')).toBeLessThanOrEqual(10);
  });

  it('holds no turn while its client reads nothing', async () => {
    const turns = createReplyTurns();
    async function* pieces() {
      for (;;) yield 'x'.repeat(100_000);
    }
    const unread = streamInTurns(pieces(), turns, of('a'));
    unread.read(0);
    async function* single() {
      yield 'done';
    }
    expect(await textOf(streamInTurns(single(), turns, of('a')))).toBe('done');
    unread.destroy();
  });

  it('stops its source when the client disconnects, also while it waits', async () => {
    const turns = createReplyTurns();
    const gone = new AbortController();
    let ended = 0;
    async function* pieces() {
      try {
        for (;;) yield 'x';
      } finally {
        ended += 1;
      }
    }
    const stream = streamInTurns(pieces(), turns, of('a', gone.signal));
    await new Promise((resolve) => stream.once('data', resolve));
    gone.abort(new Error('left'));
    await expect(finished(stream)).rejects.toThrow('left');
    expect(ended).toBe(1);
  });

  it('is told apart from files and texts', () => {
    async function* pieces() {
      yield '';
    }
    expect([pieces(), Readable.from([]), 'text', Buffer.from(''), null].map(isPieces)).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
  });
});
