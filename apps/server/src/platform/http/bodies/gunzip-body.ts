import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest, RequestPayload } from 'fastify';
import { AppError } from '../app-error.ts';

const types = 'application/json, optionally gzip-compressed';

/** Gives the parser the uncompressed body; the parser enforces the endpoint's limit. */
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
