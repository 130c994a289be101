import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest, RequestPayload } from 'fastify';
import { AppError } from './app-error.ts';

const types = 'application/json, plain or packed with gzip';

/** Gives the parser the body as it was before it was packed; the parser ends it at the limit of the endpoint. */
export async function gunzipBody(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  payload: RequestPayload,
): Promise<RequestPayload> {
  const encoding = headers['content-encoding']?.toLowerCase() ?? 'identity';
  if (encoding === 'identity') return payload;
  if (encoding !== 'gzip') throw new AppError('unsupported_media_type', { values: { types } });
  const packed = payload as Readable;
  const unpacked = Object.assign(createGunzip(), { receivedEncodedLength: 0 });
  packed.on('data', (chunk: Buffer) => {
    unpacked.receivedEncodedLength += chunk.length;
  });
  packed.once('error', (error) => unpacked.destroy(error));
  packed.pipe(unpacked);
  const stop = () => {
    packed.unpipe(unpacked);
    unpacked.destroy();
  };
  unpacked.once('error', stop);
  reply.raw.once('finish', stop);
  return unpacked;
}
