import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { createOpenRequest } from '../../../../test/open-request.ts';
import type { OpenRequest } from '../open-requests.ts';
import { createUnreadReplies, type UnreadReplies } from './unread-replies.ts';

const limits = { perAddress: 100, total: 300, idleMs: 2000, stalledMs: 30_000, tickMs: 1000 };
let all: Set<OpenRequest>;
let replies: UnreadReplies;
beforeEach(() => {
  all = new Set();
  replies = createUnreadReplies(limits, all);
});

type State = 'made' | 'waiting' | 'left';

/** A request for a reply of this size. */
function ask(address: string, bytes: number, owner = address) {
  const open = createOpenRequest(address);
  all.add(open);
  const reply = { open, state: 'waiting' as State, end: () => open.end('sent') };
  const made = () => {
    reply.state = 'made';
  };
  const room = replies.reserve(open, { client: { key: address }, owner }, bytes);
  if (room)
    room.then(made, () => {
      reply.state = 'left';
    });
  else made();
  return reply;
}

const statesOf = (reservations: { state: State }[]) => reservations.map(({ state }) => state);

/** Makes it look as if the client has read this much, and there is more. */
function showUnread({ socket, reply }: OpenRequest, readBytes: number): void {
  Object.defineProperties(socket, {
    writableLength: { configurable: true, value: 10 },
    bytesWritten: { configurable: true, value: readBytes + 10 },
  });
  Object.defineProperty(reply, 'headersSent', { configurable: true, value: true });
}

describe('a large reply', () => {
  it('is made when earlier ones of its address are read, and those of others are not affected', async () => {
    const [first, second, third] = [ask('a', 60), ask('a', 60), ask('b', 60)];
    expect(statesOf([first, second, third])).toEqual(['made', 'waiting', 'made']);
    first.end();
    await nextTurn();
    expect(second.state).toBe('made');
  });

  it('is made alone, even if it is larger than the limit', () => {
    expect(ask('a', 1000).state).toBe('made');
  });

  it('waits while all have too much, and addresses then take turns', async () => {
    const held = ['a', 'b', 'c'].map((address) => ask(address, 100));
    const waiting = [ask('a', 50), ask('d', 50), ask('e', 50)];
    expect(statesOf(waiting)).toEqual(['waiting', 'waiting', 'waiting']);
    held[2]?.end();
    await nextTurn();
    expect(statesOf(waiting)).toEqual(['waiting', 'made', 'made']);
  });

  it('is forgotten if its client disconnects, while it waits or is read', async () => {
    const [first, second, third] = [ask('a', 60), ask('a', 60), ask('a', 60)];
    second.open.end('abandoned');
    first.open.end('abandoned');
    await nextTurn();
    expect(statesOf([second, third])).toEqual(['left', 'made']);
  });

  it('counts with its actual size once it is sent', async () => {
    const first = ask('a', 80);
    const second = ask('a', 80);
    replies.count(first.open, { client: { key: 'a' }, owner: 'a' }, 10);
    await nextTurn();
    expect(second.state).toBe('made');
  });
});

it('a small reply is made at once, unless its address has too much that is not read', async () => {
  expect(ask('a', 0).state).toBe('made');
  const large = ask('a', 60);
  replies.count(large.open, { client: { key: 'a' }, owner: 'a' }, 101);
  const [own, other] = [ask('a', 0), ask('b', 0)];
  expect(statesOf([own, other])).toEqual(['waiting', 'made']);
  large.end();
  await nextTurn();
  expect(own.state).toBe('made');
});

describe('a reply that is not read', () => {
  it('ends after a while, and one that is read slowly does not', () => {
    const [stalled, slow, waiting] = [ask('a', 10), ask('b', 10), ask('c', 10)];
    showUnread(stalled.open, 5);
    for (let now = 0; now <= limits.stalledMs + limits.tickMs; now += limits.tickMs) {
      showUnread(slow.open, 5 + Math.floor(now / 20_000));
      replies.look(now);
    }
    expect([stalled, slow, waiting].map(({ open }) => open.socket.destroyed)).toEqual([true, false, false]);
  });

  it('ends earlier if others wait for its memory: one of the address that has the most', () => {
    const idle = [ask('a', 40), ask('b', 50), ask('b', 50), ask('c', 99), ask('d', 40)];
    for (const { open } of idle) showUnread(open, 5);
    replies.look(0);
    replies.look(limits.idleMs);
    expect(idle.some(({ open }) => open.socket.destroyed)).toBe(false);
    ask('e', 50);
    replies.look(2 * limits.idleMs);
    expect(idle.map(({ open }) => open.socket.destroyed)).toEqual([false, true, false, false, false]);
  });
});
