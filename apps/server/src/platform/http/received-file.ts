import { Readable } from 'node:stream';
import type { Endpoint } from '@warranty/contracts/endpoint';
import type { FastifyReply, FastifyRequest, RequestPayload } from 'fastify';
import { AppError } from './app-error.ts';
import { type Base64FieldExtractor, createBase64FieldExtractor, decodeQuanta } from './base64-field.ts';
import { createFileStore, type FileStore } from './file-store.ts';

/** A file from a JSON body, or the body itself, held only in memory. */
export interface ReceivedFile {
  readonly segments: readonly Uint8Array[];
  readonly length: number;
  /**
   * Releases the memory now instead of waiting for the garbage collector. Call it only when nothing reads the data any
   * more, including pending writes.
   */
  free(): void;
}

/** A multiple of a decoded quantum, and small enough that a short file wastes little. */
const segmentBytes = 3 * 2 ** 17;
const isJson = /^application\/json/i;
const maxRemainderBytes = 64 * 1024;
/** For all files that this process holds, from their first byte until they are freed or their request is replied to. */
const highWaterMarkBytes = 32 * 1024 * 1024;
/** How long an upload may stall before it stops blocking the others. */
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

  /** Stops counting the memory, even if something still references it. */
  function forget(): void {
    store.change(-counted);
    counted = 0;
  }

  function free(): void {
    // Segments that were transferred to a thread are detached.
    for (const { buffer } of segments.splice(0)) if (!buffer.detached) buffer.transfer(0);
    forget();
  }

  /** Returns a segment with room for at least one quantum. */
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
      for (let index = from; index < end; ) {
        const segment = room();
        const fitting = Math.min(end - index, ((segmentBytes - filled) / 3) * 4);
        if (!decodeQuanta(source, index, index + fitting, segment, filled)) return false;
        index += fitting;
        filled += (fitting / 4) * 3;
      }
      return true;
    },
    add(bytes: Uint8Array): void {
      grow(bytes.length);
      for (let index = 0; index < bytes.length; ) {
        const segment = room();
        const batch = bytes.subarray(index, index + segmentBytes - filled);
        segment.set(batch, filled);
        index += batch.length;
        filled += batch.length;
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
 * Frees a body chunk that nothing else references. Left to the garbage collector, the chunks of a few large bodies cause
 * long pauses.
 */
function dispose({ buffer, length }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === length) buffer.transfer(0);
}

/** Returns the number of bytes received. */
async function feed(payload: Readable, take: (chunk: Buffer) => Promise<void>): Promise<number> {
  let received = 0;
  try {
    // The rest of a rejected body must not be destroyed, so that the client still receives the reply.
    for await (const chunk of payload.iterator({ destroyOnReturn: false })) {
      received += (chunk as Buffer).length;
      await take(chunk as Buffer);
      dispose(chunk as Buffer);
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    // The client disconnected in the middle.
    throw new AppError('invalid_request', { cause: error });
  }
  return received;
}

export type FileReceiver = ReturnType<typeof createFileReceiver>;

/** What the parser gets if the body is passed on as bytes. */
const noText = Buffer.from('null');

/** Collects the whole body as it is. */
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

/** Receives base64 files without ever holding their text, and bodies taken as bytes. */
export function createFileReceiver(options: Partial<ReceiverOptions> = {}) {
  const files = new WeakMap<FastifyRequest, ReceivedFile>();
  const store = createFileStore({ highWaterMark: highWaterMarkBytes, idleMs, ...options });

  return {
    /** Returns the body without its file, for the parser. */
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
