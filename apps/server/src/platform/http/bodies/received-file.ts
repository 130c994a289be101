import { Readable } from 'node:stream';
import type { BodyFile, Endpoint } from '@warranty/contracts/core/endpoint';
import type { FastifyReply, FastifyRequest, RequestPayload } from 'fastify';
import type { Sharer } from '../../fairness/shares.ts';
import { AppError } from '../app-error.ts';
import { sharerOf } from '../request-sharer.ts';
import { type BodyBytes, checkArrived, cutFile, fileInField, jsonLimitOf, overflowOf } from './file-field.ts';
import { createFileStore, type FileStore, type FileStoreOptions } from './file-store.ts';
import { json, mediaTypeOf } from './request-body.ts';

/** A body, or a file in it, held only in memory. */
export interface ReceivedFile extends BodyBytes {
  /**
   * Releases the memory now instead of waiting for the garbage collector. Call it only when nothing reads the data any
   * more, including pending writes.
   */
  free(): void;
}

export interface SentFile extends ReceivedFile {
  /** Content type of a file that is the body itself; null for base64 text as it is inside the quotes of a JSON string. */
  readonly contentType: string | null;
}

/** Small enough that a short file wastes little. */
const segmentBytes = 2 ** 19;
/** For all files that this process holds, from their first byte until they are freed or their request is replied to. */
const highWaterMarkBytes = 32 * 1024 * 1024;
/** Of them, those of one client. */
const maxBytesPerAddress = 64 * 1024 * 1024;
/** How long an upload may stall before it stops blocking the others. */
const idleMs = 2000;

export const defaultBodyLimit = 256 * 1024;

export function bodyLimitOf({ bodyLimit, file }: Endpoint): number {
  return file ? jsonLimitOf(file) : (bodyLimit ?? defaultBodyLimit);
}

type Refusal = (body: BodyBytes) => AppError;

function createFileSink(sharer: Sharer, store: FileStore, [maxBytes, refusal]: [number, Refusal]) {
  const segments: Buffer<ArrayBuffer>[] = [];
  let filled = segmentBytes;
  let length = 0;
  let counted = 0;
  let complete = 0;

  /** Returns a segment that is not full. */
  function room(): Buffer {
    if (filled < segmentBytes) return segments.at(-1) as Buffer;
    const segment = Buffer.allocUnsafeSlow(segmentBytes);
    segments.push(segment);
    counted += segmentBytes;
    store.change(segmentBytes, sharer);
    filled = 0;
    return segment;
  }

  /** Stops counting the memory, even if something still references it. */
  function forget(): void {
    store.change(-counted, sharer);
    store.changeComplete(-complete, sharer);
    [counted, complete] = [0, 0];
  }

  function body(): BodyBytes {
    const last = segments.at(-1);
    return { segments: last ? [...segments.slice(0, -1), last.subarray(0, filled)] : [], length };
  }

  return {
    add(bytes: Buffer): void {
      const fitting = bytes.subarray(0, maxBytes - length);
      for (let index = 0; index < fitting.length; ) {
        const copied = fitting.copy(room(), filled, index);
        index += copied;
        filled += copied;
      }
      length += fitting.length;
      if (fitting.length < bytes.length) throw refusal(body());
    },
    free(): void {
      // Segments that were transferred to a thread are detached.
      for (const { buffer } of segments.splice(0)) if (!buffer.detached) buffer.transfer(0);
      forget();
    },
    forget,
    /** Counts it as a complete file. */
    complete(): void {
      complete = counted;
      store.changeComplete(complete, sharer);
    },
    isSmall: () => segments.length <= 1,
    body,
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

/** How much a body may hold, and the error if it is more. */
function limitFor(file: BodyFile | undefined, isFile: boolean, bodyLimit: number): [number, Refusal] {
  if (!file) return [bodyLimit, () => new AppError('body_too_large', { values: { limit: bodyLimit } })];
  if (isFile) return [file.maxBytes, () => new AppError(file.tooLarge)];
  return [jsonLimitOf(file), (body) => overflowOf(body, file)];
}

/** Receives files, and bodies taken as bytes, without parsing them. */
export function createFileReceiver(options: Partial<FileStoreOptions> = {}) {
  const files = new WeakMap<FastifyRequest, SentFile>();
  const store = createFileStore({
    highWaterMark: highWaterMarkBytes,
    maxPerAddress: maxBytesPerAddress,
    idleMs,
    ...options,
  });

  /** An upload that begins, and what rejects when others need its room. */
  function begin(request: FastifyRequest, isFile: boolean) {
    const { promise: givenUp, reject } = Promise.withResolvers<never>();
    givenUp.catch(() => undefined);
    const sharer = sharerOf(request);
    const arrival = { sharer, isFile, end: () => reject(new AppError('upload_too_slow')) };
    store.begin(arrival);
    return { sharer, arrival, givenUp };
  }

  return {
    /**
     * Counts a body that is passed on as it arrives. It is not read on while there is too much memory in use, which makes the
     * client wait.
     */
    count(request: FastifyRequest, reply: FastifyReply, payload: RequestPayload): RequestPayload {
      const { sharer, arrival, givenUp } = begin(request, false);
      let counted = 0;
      const add = (bytes: number) => {
        counted += bytes;
        store.change(bytes, sharer);
      };
      async function* pieces() {
        for await (const chunk of (payload as Readable).iterator({ destroyOnReturn: false })) {
          const bytes = (chunk as Buffer).length;
          const isSmall = counted + bytes <= segmentBytes;
          await Promise.race([store.take(arrival, { isSmall, bytes }, () => add(bytes)), givenUp]);
          yield chunk;
        }
        store.end(arrival);
      }
      reply.raw.once('close', () => {
        store.end(arrival);
        store.change(-counted, sharer);
      });
      const body = Readable.from(pieces(), { objectMode: false });
      // The parser removes its listener once it has rejected a body; errors in the rest have no effect on the reply.
      body.on('error', () => undefined);
      return Object.defineProperty(body, 'receivedEncodedLength', {
        get: () => (payload as RequestPayload).receivedEncodedLength ?? counted,
      });
    },

    /** Returns the part of the body that is JSON, for the parser. */
    async receive(
      { file }: Endpoint,
      request: FastifyRequest,
      reply: FastifyReply,
      payload: RequestPayload,
    ): Promise<RequestPayload> {
      const type = mediaTypeOf(request);
      const isFile = file?.types.includes(type) ?? false;
      if (!isFile && type !== json) return payload;
      const { sharer, arrival, givenUp } = begin(request, file !== undefined);
      const sink = createFileSink(sharer, store, limitFor(file, isFile, request.routeOptions.bodyLimit));
      const add = (chunk: Buffer) => {
        sink.add(chunk);
        if (file && !isFile) checkArrived(sink.body(), chunk.length);
      };
      const take = (chunk: Buffer) =>
        store.take(arrival, { isSmall: sink.isSmall(), bytes: chunk.length }, () => add(chunk));
      reply.raw.once('close', () => {
        sink.forget();
        store.end(arrival);
      });
      try {
        const receivedEncodedLength = await Promise.race([feed(payload as Readable, take), givenUp]);
        const whole = sink.body();
        const { json, file: cut } = file && !isFile ? cutFile(whole, file) : { json: noText, file: whole };
        if (cut) files.set(request, { ...cut, free: sink.free, contentType: isFile ? type : null });
        else sink.free();
        if (file) sink.complete();
        return Object.assign(Readable.from([json]), { receivedEncodedLength });
      } catch (error) {
        sink.free();
        throw error;
      } finally {
        store.end(arrival);
      }
    },
    /** The body of an endpoint that takes it as bytes. */
    bytesOf: (request: FastifyRequest): ReceivedFile | null => files.get(request) ?? null,
    /** The file of an endpoint that takes one; null if it was omitted. Call it when the body is parsed. */
    fileOf(file: BodyFile, request: FastifyRequest): SentFile | null {
      const sent = files.get(request) ?? null;
      if (sent?.contentType) return sent;
      try {
        const text = fileInField(file, request.body, sent);
        return text && { free: () => undefined, contentType: null, ...text };
      } catch (error) {
        sent?.free();
        throw error;
      }
    },
  };
}
