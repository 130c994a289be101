import type { Readable } from 'node:stream';
import type { Endpoint } from '@warranty/contracts/endpoint';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from './app-error.ts';

const uploadType = /^text\/csv\s*(?:;|$)/i;

/** Streams a file to its endpoint as it arrives. Other endpoints never get one (`guardBody`). */
export function acceptUploads(app: FastifyInstance): void {
  app.addContentTypeParser(uploadType, (_request: FastifyRequest, payload: Readable, done) =>
    done(null, payload),
  );
}

/**
 * Checks the content type, and that the client is still connected: otherwise the end of its body would never be reported.
 */
export function guardBody({ headers, raw }: FastifyRequest, { upload }: Endpoint): void {
  if (raw.destroyed && raw.complete === false) throw new AppError('invalid_request');
  const type = headers['content-type'];
  if (type === undefined) return;
  if (uploadType.test(type) !== (upload !== undefined))
    throw new AppError('unsupported_media_type', { values: { types: upload ?? 'application/json' } });
}
