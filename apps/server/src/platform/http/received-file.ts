import { Readable } from 'node:stream';
import type { Endpoint } from '@warranty/contracts/endpoint';
import type { FastifyReply, FastifyRequest, RequestPayload } from 'fastify';
import { AppError } from './app-error.ts';
import { type Base64FieldExtractor, createBase64FieldExtractor, decodeQuanta } from './base64-field.ts';
import { createFileStore, type FileStore } from './file-store.ts';

/** A file that came inside a JSON body, or the body itself, in memory alone. */
export interface ReceivedFile {
  readonly segments: readonly Uint8Array[];
  readonly length: number;
  /**
   * Gives its memory back at once; the collector would take its time, and meanwhile it counts as ours. Only when
   * nothing reads it any more, not even a write under way.
   */
  free(): void;
}

/** Whole quanta fit into it, and each is small enough that a short file costs little. */
const segmentBytes = 3 * 2 ** 17;
const isJson = /^application\/json/i;
const maxRemainderBytes = 64 * 1024;
/** Of all files that this process holds, from their first byte until they are freed or their request is answered. */
const highWaterMarkBytes = 32 * 1024 * 1024;
/** In which an upload that stands still does not yet hold up the others. */
const idleMs = 2000;

function createFileSink(maxBytes: number, refusal: () => AppError, store: FileStore) {
  const segments: Buffer<ArrayBuffer>[] = [];
  let filled = segmentBytes;
  let length = 0;
  let counted = 0;

  function addSegment(): Buffer<ArrayBuffer> {
    const segment = Buffer.allocUnsafeSlow(segmentBytes);
    segments.push(segment);
    counted += segmentBytes;
    store.change(segmentBytes);
    filled = 0;
    return segment;
  }

  /** It counts no longer, whoever may still hold it. */
  function forget(): void {
    store.change(-counted);
    counted = 0;
  }

  function free(): void {
    // What was handed to a thread is not here any more.
    for (const { buffer } of segments.splice(0)) if (!buffer.detached) buffer.transfer(0);
    forget();
  }

  /** Room for a quantum at least. */
  function room(): Buffer {
    return filled < segmentBytes ? (segments.at(-1) as Buffer) : addSegment();
  }

  function grow(bytes: number): void {
    length += bytes;
    if (length > maxBytes) throw refusal();
  }

  return {
    decode(source: Uint8Array, from: number, end: number): boolean {
      grow(((end - from) / 4) * 3);
      for (let at = from; at < end; ) {
        const segment = room();
        const fitting = Math.min(end - at, ((segmentBytes - filled) / 3) * 4);
        if (!decodeQuanta(source, at, at + fitting, segment, filled)) return false;
        at += fitting;
        filled += (fitting / 4) * 3;
      }
      return true;
    },
    add(bytes: Uint8Array): void {
      grow(bytes.length);
      for (let at = 0; at < bytes.length; ) {
        const segment = room();
        const some = bytes.subarray(at, at + segmentBytes - filled);
        segment.set(some, filled);
        at += some.length;
        filled += some.length;
      }
    },
    free,
    forget,
    isSmall: () => segments.length <= 1,
    file(): ReceivedFile {
      const last = segments.at(-1);
      const whole = last ? [...segments.slice(0, -1), last.subarray(0, filled)] : [];
      return { segments: whole, length, free };
    },
  };
}

/**
 * A piece of the body, made for us alone, that nobody reads again. Left to the collector, the pieces of a few large
 * bodies make it stop everything for a look around, again and again.
 */
function dispose({ buffer, length }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === length) buffer.transfer(0);
}

/** Returns the bytes that came. */
async function feed(payload: Readable, take: (chunk: Buffer) => Promise<void>): Promise<number> {
  let received = 0;
  try {
    // What is left of a body that is refused is not ours to end: its sender is to hear the answer.
    for await (const chunk of payload.iterator({ destroyOnReturn: false })) {
      received += (chunk as Buffer).length;
      await take(chunk as Buffer);
      dispose(chunk as Buffer);
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    // The sender went away in the middle.
    throw new AppError('invalid_request', { cause: error });
  }
  return received;
}

export type FileReceiver = ReturnType<typeof createFileReceiver>;

/** What the parser gets instead of a body that is handed on as it is. */
const noText = Buffer.from('null');

/** Takes the whole body as it is. */
function createBodyCollector(sink: ReturnType<typeof createFileSink>): Base64FieldExtractor {
  return { take: (chunk) => sink.add(chunk), end: () => ({ rest: noText, taken: true }) };
}

function sinkFor(
  { base64File }: Endpoint,
  { routeOptions: { bodyLimit } }: FastifyRequest,
  store: FileStore,
) {
  if (base64File) return createFileSink(base64File.maxBytes, () => new AppError(base64File.tooLarge), store);
  const refusal = () => new AppError('body_too_large', { values: { limit: bodyLimit } });
  return createFileSink(bodyLimit, refusal, store);
}

export interface ReceiverOptions {
  highWaterMark: number;
  idleMs: number;
}

/** Receives the files of endpoints that take one in base64, without ever holding the text, and bodies taken as bytes. */
export function createFileReceiver(options: Partial<ReceiverOptions> = {}) {
  const files = new WeakMap<FastifyRequest, ReceivedFile>();
  const store = createFileStore({ highWaterMark: highWaterMarkBytes, idleMs, ...options });

  return {
    /** Gives the parser the body without its file. */
    async receive(
      endpoint: Endpoint,
      request: FastifyRequest,
      reply: FastifyReply,
      payload: RequestPayload,
    ): Promise<RequestPayload> {
      if (!isJson.test(request.headers['content-type'] ?? '')) return payload;
      const sink = sinkFor(endpoint, request, store);
      const { base64File } = endpoint;
      const taker = base64File
        ? createBase64FieldExtractor(base64File.field, maxRemainderBytes, sink)
        : createBodyCollector(sink);
      const { promise: givenUp, reject } = Promise.withResolvers<never>();
      const arrival = { end: () => reject(new AppError('upload_too_slow')) };
      const take = (chunk: Buffer) => store.take(arrival, sink.isSmall(), () => taker.take(chunk));
      store.begin(arrival);
      reply.raw.once('close', () => {
        sink.forget();
        store.end(arrival);
      });
      try {
        const received = await Promise.race([feed(payload as Readable, take), givenUp]);
        const { rest, taken } = taker.end();
        if (taken) files.set(request, sink.file());
        return Object.assign(Readable.from([rest]), { receivedEncodedLength: received });
      } catch (error) {
        sink.free();
        throw error;
      } finally {
        store.end(arrival);
      }
    },
    fileOf: (request: FastifyRequest): ReceivedFile | null => files.get(request) ?? null,
  };
}
