import { describe, expect, it } from 'vitest';
import { toFrame } from './reader-messages.ts';
import { ReaderExitError, startReaderProcess } from './reader-process.ts';

const limits = { secondsPerImage: 20, maxMemoryBytes: 2 ** 31 };
const megabyte = 1024 * 1024;
const ready = `Buffer.from('${toFrame({ kind: 'ready' }).toString('base64')}', 'base64')`;

/** Node runs this in the place of a reader. `send` waits like a blocking pipe. */
const prelude = `
  const send = (bytes) => { for (let sent = 0; sent < bytes.length; ) sent += fs.writeSync(3, bytes, sent); };
  const frame = (text, length = Buffer.byteLength(text)) => {
    const header = Buffer.alloc(4);
    header.writeUInt32BE(length);
    send(Buffer.concat([header, Buffer.from(text)]));
  };
  const forever = setInterval(() => {}, 1000);`;

const startIntruder = (program: string) =>
  startReaderProcess(limits, 'none', { file: process.execPath, args: ['-e', `${prelude}${program}`] });

const photo = {
  segments: [Buffer.from('a photo')],
  length: 7,
  contentType: 'image/jpeg',
  free: () => undefined,
} as const;

/** How it ends, and by how many megabytes the memory of this process grew at most meanwhile. */
async function endOf(program: string): Promise<{ said: string; growth: number }> {
  const before = process.memoryUsage.rss();
  let highest = before;
  const scale = setInterval(() => {
    highest = Math.max(highest, process.memoryUsage.rss());
  }, 5);
  try {
    const error: unknown = await startIntruder(program)
      .read(photo)
      .then(
        () => null,
        (reason: unknown) => reason,
      );
    if (!(error instanceof ReaderExitError)) throw new Error('it was believed', { cause: error });
    return { said: error.message, growth: (highest - before) / megabyte };
  } finally {
    clearInterval(scale);
  }
}

describe('a reader that was taken over', { timeout: 60_000 }, () => {
  it.each([
    ['a message of 4 GB', "frame('', 2 ** 32 - 1); for (;;) send(Buffer.alloc(2 ** 20));"],
    [
      'a message of 2 MB',
      `send(${ready}); frame(' '.repeat(2 * 2 ** 20)); for (;;) send(Buffer.alloc(2 ** 20));`,
    ],
    ['messages without end', `for (;;) send(${ready});`],
    ['no JSON', `send(${ready}); frame('{"kind":'); for (;;) send(Buffer.alloc(2 ** 20));`],
    [
      'JSON of another shape',
      `send(${ready}); frame('{"kind":"answer","answer":{"kind":"read"},"memory":0}');`,
    ],
    ['an answer nested 400,000 times', `send(${ready}); frame('['.repeat(400000) + ']'.repeat(400000));`],
    [
      'an answer without a photo',
      `frame('{"kind":"answer","answer":{"kind":"failed","error":""},"memory":0}');`,
    ],
  ])('is ended when it sends %s', async (_, program) => {
    const { said, growth } = await endOf(program);
    expect(said).toContain('it sent an invalid message');
    expect(growth).toBeLessThan(100);
  });

  it('is ended when it prints without end', async () => {
    const { said, growth } = await endOf(`send(${ready}); for (;;) fs.writeSync(2, 'x'.repeat(2 ** 20));`);
    expect(said).toContain('it printed too much');
    expect(growth).toBeLessThan(100);
  });
});

describe('a reader', () => {
  it('may send its messages in any pieces', async () => {
    const answer = toFrame({ kind: 'answer', answer: { kind: 'unreadable', reason: 'type' }, memory: 0 });
    const reader = startIntruder(`
      send(${ready});
      process.stdin.once('data', async () => {
        for (const byte of Buffer.from('${answer.toString('base64')}', 'base64')) {
          send(Buffer.of(byte));
          await new Promise(setImmediate);
        }
      });`);
    expect(await reader.read(photo)).toEqual({ kind: 'unreadable', reason: 'type' });
    reader.end('stop');
    await reader.ended;
  });
});
